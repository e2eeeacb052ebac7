/** What a store costs as it grows. */
@NullMarked
package io.aumbry.store.scale;

import org.jspecify.annotations.NullMarked;
