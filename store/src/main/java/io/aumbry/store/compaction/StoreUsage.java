package io.aumbry.store.compaction;

/**
 * The content of a store's surveyed log files, and the work of compaction since the opening. All in
 * bytes.
 *
 * @param log size of all files
 * @param live bytes to keep
 * @param ending live bytes that have ended or will end, and may not be dropped yet
 * @param garbage bytes that may be dropped
 * @param copied by compaction
 * @param freed by compaction
 */
public record StoreUsage(long log, long live, long ending, long garbage, long copied, long freed) {}
