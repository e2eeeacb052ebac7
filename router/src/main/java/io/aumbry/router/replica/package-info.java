/**
 * The replica layer that all operations share: the choice of a partition, calls to storage nodes,
 * reads and changes of one record on its replicas, and the deletes and repair hints that follow an
 * operation in the background.
 */
@NullMarked
package io.aumbry.router.replica;

import org.jspecify.annotations.NullMarked;
