/** Tests of the parts of an index. */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
