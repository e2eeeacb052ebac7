/**
 * The replica layer that all operations share. It chooses partitions, calls storage nodes, and
 * reads and changes a record on its replicas. Deletes and repair hints follow an operation in the
 * background.
 */
@NullMarked
package io.aumbry.router.replica;

import org.jspecify.annotations.NullMarked;
