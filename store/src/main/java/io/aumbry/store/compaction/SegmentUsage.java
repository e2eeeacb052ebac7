package io.aumbry.store.compaction;

/**
 * What is in one file of a log.
 *
 * @param size of the file in bytes
 * @param kept bytes that would stay if it were compacted now
 * @param ending bytes among those that have ended or will by themselves, but may not go yet
 * @param surveyedMillis when this was so, in milliseconds since 1970
 */
record SegmentUsage(int number, long size, long kept, long ending, long surveyedMillis) {
  long garbage() {
    return size - kept;
  }
}
