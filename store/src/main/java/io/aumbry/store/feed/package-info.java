/**
 * The view of a store for other replicas: records and summaries in log order ({@link
 * io.aumbry.store.feed.RecordRange}), records from a peer ({@link
 * io.aumbry.store.feed.RecordTransfer}), and the comparison of blobs ({@link
 * io.aumbry.store.feed.StoreComparison}).
 */
@NullMarked
package io.aumbry.store.feed;

import org.jspecify.annotations.NullMarked;
