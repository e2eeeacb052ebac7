/** Tests of the parts of a log. */
@NullMarked
package io.aumbry.store.log;

import org.jspecify.annotations.NullMarked;
