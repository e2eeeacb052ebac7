package io.aumbry.store.compaction;

/**
 * What is in the files of a log, as far as they were surveyed, and what compaction did since the
 * store was opened. All in bytes.
 *
 * @param log size of all files
 * @param live that stay
 * @param ending among those, that have ended or will by themselves, but may not go yet
 * @param garbage that may go
 * @param copied by compaction
 * @param freed by compaction
 */
public record StoreUsage(long log, long live, long ending, long garbage, long copied, long freed) {}
