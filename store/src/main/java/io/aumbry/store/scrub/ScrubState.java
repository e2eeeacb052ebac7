package io.aumbry.store.scrub;

/**
 * How far the scrub of a disk is.
 *
 * @param startedMillis when the round began, in milliseconds since 1970
 * @param doneBytes of files that this round has proved
 * @param totalBytes of all files that it has to prove
 * @param rounds that were finished since the disk was opened
 */
public record ScrubState(long startedMillis, long doneBytes, long totalBytes, long rounds) {}
