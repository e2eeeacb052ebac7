package io.aumbry.store.feed;

import io.aumbry.protocol.buffer.Body;

/**
 * Records of the log, for a peer.
 *
 * @param records in log order, as on disk; or their summaries
 * @param last the last sequence number that the batch covers; the requested number if it is empty
 */
public record RecordBatch(Body records, long last) {}
