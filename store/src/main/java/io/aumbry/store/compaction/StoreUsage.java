package io.aumbry.store.compaction;

/**
 * Bytes of a store's surveyed log files, and the work of compaction since the opening.
 *
 * @param live bytes to keep
 * @param ending live bytes that have ended or will end
 * @param garbage bytes that may be dropped
 */
public record StoreUsage(long log, long live, long ending, long garbage, long copied, long freed) {}
