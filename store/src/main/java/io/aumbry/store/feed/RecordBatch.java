package io.aumbry.store.feed;

import io.aumbry.protocol.buffer.Body;

/**
 * Records on their way from one replica to another.
 *
 * @param records one after the other, as on disk; or their summaries
 * @param last sequence number of the last of them; what was asked for when there are none
 */
public record RecordBatch(Body records, long last) {}
