/**
 * The side of a store that other replicas see: records and their summaries in log order ({@link
 * io.aumbry.store.feed.RecordRange}), records that arrive from a peer ({@link
 * io.aumbry.store.feed.RecordTransfer}), and the comparison of blobs ({@link
 * io.aumbry.store.feed.StoreComparison}).
 */
@NullMarked
package io.aumbry.store.feed;

import org.jspecify.annotations.NullMarked;
