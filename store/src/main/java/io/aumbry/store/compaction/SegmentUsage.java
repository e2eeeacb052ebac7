package io.aumbry.store.compaction;

/**
 * The use of the space of a log file.
 *
 * @param size of the file in bytes
 * @param kept bytes that a compaction now would keep
 * @param ending kept bytes that have ended or will end.
 * @param estimated whether {@code kept} includes changes since the survey
 */
record SegmentUsage(int number, long size, long kept, long ending, boolean estimated) {
  long garbage() {
    return size - kept;
  }
}
