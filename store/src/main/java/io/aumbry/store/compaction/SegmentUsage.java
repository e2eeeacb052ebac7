package io.aumbry.store.compaction;

/**
 * The content of one file of a log.
 *
 * @param size of the file in bytes
 * @param kept bytes that a compaction now would keep
 * @param ending bytes among them that have ended or will end, and may not be dropped yet
 * @param estimated whether {@code kept} includes changes since the file was surveyed
 */
record SegmentUsage(int number, long size, long kept, long ending, boolean estimated) {
  long garbage() {
    return size - kept;
  }
}
