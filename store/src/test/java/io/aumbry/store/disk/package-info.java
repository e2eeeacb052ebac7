/** A disk that loses, tears and fails writes. */
@NullMarked
package io.aumbry.store.disk;

import org.jspecify.annotations.NullMarked;
