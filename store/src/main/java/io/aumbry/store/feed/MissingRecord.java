package io.aumbry.store.feed;

/**
 * A record that a peer has and this store lacks.
 *
 * @param sequence its number in the peer's store
 * @param length in bytes, as on disk
 * @param changedMillis since 1970; 0 if the record has none
 */
public record MissingRecord(long sequence, int length, long changedMillis) {}
