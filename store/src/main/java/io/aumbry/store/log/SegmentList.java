package io.aumbry.store.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Immutable, in log order. */
public record SegmentList(List<LogSegment> segments) {
  public SegmentList {
    segments = List.copyOf(segments);
  }

  SegmentList with(LogSegment added) {
    List<LogSegment> more = new ArrayList<>(segments);
    more.add(added);
    return new SegmentList(more);
  }

  /** Replaces adjacent files. */
  SegmentList with(LogSegment added, List<LogSegment> replaced) {
    int at = segments.indexOf(replaced.getFirst());
    List<LogSegment> changed = new ArrayList<>(segments);
    changed.subList(at, at + replaced.size()).clear();
    changed.add(at, added);
    return new SegmentList(changed);
  }

  public LogSegment last() {
    return segments.getLast();
  }

  /** The file that covers a home segment. */
  Optional<LogSegment> holding(int home) {
    int at = lastNotAfter(home, segment -> segment.places().firstHome());
    return at < 0
        ? Optional.empty()
        : Optional.of(segments.get(at)).filter(found -> home <= found.places().lastHome());
  }

  /** The file that covers a sequence number; the first file for earlier numbers. */
  public LogSegment covering(long sequence) {
    return segments.get(Math.max(0, lastNotAfter(sequence, LogSegment::firstSequence)));
  }

  public LogSegment after(LogSegment segment) {
    return segments.get(segments.indexOf(segment) + 1);
  }

  private int lastNotAfter(long value, ToLongFunction<LogSegment> number) {
    int low = -1;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (number.applyAsLong(segments.get(middle)) <= value) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
