/** Tests of the index. */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
