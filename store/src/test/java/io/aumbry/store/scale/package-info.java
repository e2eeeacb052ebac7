/** The cost of a store as it grows. */
@NullMarked
package io.aumbry.store.scale;

import org.jspecify.annotations.NullMarked;
