/** One disk, many partitions: log, index, compaction, recovery. */
@NullMarked
package io.aumbry.store;

import org.jspecify.annotations.NullMarked;
