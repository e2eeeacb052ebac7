package io.aumbry.store.record;

/**
 * Fields that the log's writer adds to a record.
 *
 * @param sequence number of the record in its store, from 1, without gaps
 * @param durable last sequence number known to be durable when the record was written
 * @param tag binds the record to its store and position, see {@link PlaceTag}
 */
public record Stamp(long sequence, long durable, int tag) {}
