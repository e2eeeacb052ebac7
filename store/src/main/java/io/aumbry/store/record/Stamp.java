package io.aumbry.store.record;

/**
 * What the writer of a log adds to a record.
 *
 * @param sequence number of the record in its store, from 1, without gaps
 * @param durable the last sequence number that was known to be durable when this record was written
 * @param tag binds the record to its store and place, see {@link PlaceTag}
 */
public record Stamp(long sequence, long durable, int tag) {}
