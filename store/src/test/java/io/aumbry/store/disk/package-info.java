/** A disk that forgets, tears and fails. */
@NullMarked
package io.aumbry.store.disk;

import org.jspecify.annotations.NullMarked;
