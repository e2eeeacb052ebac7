package io.aumbry.store.scrub;

/**
 * The progress of the scrub of a disk.
 *
 * @param startedMillis start of the round, since 1970
 * @param doneBytes verified in this round
 * @param totalBytes of all files
 * @param rounds finished since the disk was opened
 */
public record ScrubState(long startedMillis, long doneBytes, long totalBytes, long rounds) {}
