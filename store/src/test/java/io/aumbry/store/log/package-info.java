/** Tests of the log. */
@NullMarked
package io.aumbry.store.log;

import org.jspecify.annotations.NullMarked;
