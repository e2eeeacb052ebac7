/** Where each blob is in the log, and what has become of it. */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
