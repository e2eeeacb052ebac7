package io.aumbry.store.record;

/**
 * Fields that the log's writer adds to a record.
 *
 * @param sequence from 1, without gaps
 * @param durable last sequence number known to be durable at the time of writing
 * @param tag see {@link PlaceTag}
 */
public record Stamp(long sequence, long durable, int tag) {}
