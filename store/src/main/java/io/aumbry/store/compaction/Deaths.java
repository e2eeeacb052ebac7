package io.aumbry.store.compaction;

import io.aumbry.store.log.RecordLog.SealedSegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Bytes of blobs that were deleted, by the segment that they were first written to. Any thread. */
final class Deaths {
  private final Map<Integer, Long> bytes = new ConcurrentHashMap<>();

  void add(int home, long length) {
    bytes.merge(home, length, Long::sum);
  }

  long in(SealedSegment file) {
    long sum = 0;
    for (int home = file.firstHome(); home <= file.lastHome(); home++) {
      sum += bytes.getOrDefault(home, 0L);
    }
    return sum;
  }

  /** A file is being surveyed, which counts what died before. */
  void forget(SealedSegment file) {
    for (int home = file.firstHome(); home <= file.lastHome(); home++) {
      bytes.remove(home);
    }
  }
}
