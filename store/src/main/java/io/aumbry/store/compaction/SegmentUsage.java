package io.aumbry.store.compaction;

/**
 * What is in one file of a log.
 *
 * @param size of the file in bytes
 * @param kept bytes that would stay if it were compacted now
 * @param ending bytes among those that have ended or will by themselves, but may not go yet
 * @param estimated whether that is what has died since the file was looked at, and not what was
 *     found in it
 */
record SegmentUsage(int number, long size, long kept, long ending, boolean estimated) {
  long garbage() {
    return size - kept;
  }
}
