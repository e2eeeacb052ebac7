/** The aumbry command and its packages. */
@NullMarked
package io.aumbry.deploy;

import org.jspecify.annotations.NullMarked;
