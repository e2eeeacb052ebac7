package io.aumbry.store.compaction;

import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.log.RecordLog.SealedSegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Bytes of deleted blobs by home segment. Thread-safe. */
final class DeletedBytes {
  private final Mutex changing = new Mutex();

  private final Map<Integer, GarbageByAge> byHome = new HashMap<>();

  void add(int home, long from, long length) {
    try (Mutex.Hold _ = changing.hold()) {
      byHome.computeIfAbsent(home, _ -> new GarbageByAge()).add(from, length);
    }
  }

  /** Bytes that may be dropped at {@code time}. */
  long upTo(long time, SealedSegment file) {
    return sum(file, endings -> endings.upTo(time));
  }

  long total(SealedSegment file) {
    return sum(file, GarbageByAge::total);
  }

  private long sum(SealedSegment file, ToLongFunction<GarbageByAge> bytes) {
    long sum = 0;
    try (Mutex.Hold _ = changing.hold()) {
      for (int home = file.firstHome(); home <= file.lastHome(); home++) {
        sum += Optional.ofNullable(byHome.get(home)).map(bytes::applyAsLong).orElse(0L);
      }
    }
    return sum;
  }

  /** Before a survey, which counts them itself. */
  void forget(SealedSegment file) {
    try (Mutex.Hold _ = changing.hold()) {
      for (int home = file.firstHome(); home <= file.lastHome(); home++) {
        byHome.remove(home);
      }
    }
  }
}
