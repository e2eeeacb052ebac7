/** The memory that the page cache may use. */
@NullMarked
package io.aumbry.store.memory;

import org.jspecify.annotations.NullMarked;
