package io.aumbry.store.compaction;

import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.log.RecordLog.SealedSegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Bytes of blobs that were deleted, by the segment that they were first written to. Any thread. */
final class Deaths {
  /** Guards what follows: the writer adds, compaction asks. */
  private final Mutex changing = new Mutex();

  private final Map<Integer, Endings> byHome = new HashMap<>();

  void add(int home, long from, long length) {
    try (Mutex.Hold _ = changing.hold()) {
      byHome.computeIfAbsent(home, _ -> new Endings()).add(from, length);
    }
  }

  /** Bytes in a file that may go at a time. */
  long upTo(long time, SealedSegment file) {
    return sum(file, endings -> endings.upTo(time));
  }

  long total(SealedSegment file) {
    return sum(file, Endings::total);
  }

  private long sum(SealedSegment file, ToLongFunction<Endings> bytes) {
    long sum = 0;
    try (Mutex.Hold _ = changing.hold()) {
      for (int home = file.firstHome(); home <= file.lastHome(); home++) {
        sum += Optional.ofNullable(byHome.get(home)).map(bytes::applyAsLong).orElse(0L);
      }
    }
    return sum;
  }

  /** A file is being surveyed, which counts what died before. */
  void forget(SealedSegment file) {
    try (Mutex.Hold _ = changing.hold()) {
      for (int home = file.firstHome(); home <= file.lastHome(); home++) {
        byHome.remove(home);
      }
    }
  }
}
