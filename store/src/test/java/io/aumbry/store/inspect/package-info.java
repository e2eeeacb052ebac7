/** Tests of what is said of stores that nobody has open. */
@NullMarked
package io.aumbry.store.inspect;

import org.jspecify.annotations.NullMarked;
