package io.aumbry.store.index;

import io.aumbry.store.disk.Disk;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexPart;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.SegmentCursor;
import io.aumbry.store.index.segment.SegmentWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Merges adjacent segments in short steps. */
final class IndexMerge implements AutoCloseable {
  /** Takes some milliseconds. */
  private static final int STEP = 64 * 1024;

  private final List<IndexSegment> sources;
  private final IndexPart coverage;
  private final List<SegmentCursor> cursors = new ArrayList<>();
  private final SegmentWriter writer;

  /**
   * @param sources oldest first; held until this is closed
   */
  IndexMerge(Disk disk, String path, UUID store, List<IndexSegment> sources) throws IOException {
    this.sources = List.copyOf(sources);
    this.coverage = sources.getFirst().coverage().upTo(sources.getLast().coverage());
    for (IndexSegment source : sources.reversed()) {
      cursors.add(new SegmentCursor(source));
    }
    int most = sources.stream().mapToInt(IndexSegment::entries).sum();
    this.writer = new SegmentWriter(disk, path, store, coverage, most);
    sources.forEach(IndexSegment::hold);
  }

  List<IndexSegment> sources() {
    return sources;
  }

  IndexPart coverage() {
    return coverage;
  }

  /** Returns whether everything is durable under the temporary name. */
  boolean step() throws IOException {
    for (int i = 0; i < STEP; i++) {
      int least = least();
      if (least < 0) {
        writer.finish(positions(), sources.getLast().usage().orElse(ActiveIndex.UNKNOWN_USAGE));
        return true;
      }
      SegmentCursor newest = cursors.get(least);
      // A removal hides older entries only. In the oldest part it hides nothing.
      boolean dropped =
          coverage.firstPart() == 1 && EntryFormat.isRemoval(newest.memory(), newest.at());
      if (!dropped) {
        writer.add(newest.memory(), newest.at());
      }
      pass(least);
    }
    return false;
  }

  /** The newest cursor at the smallest key, or -1 at the end. */
  private int least() {
    int least = -1;
    for (int i = 0; i < cursors.size(); i++) {
      if (!cursors.get(i).isAtEnd() && (least < 0 || compare(i, least) < 0)) {
        least = i;
      }
    }
    return least;
  }

  /** Advances all cursors at the key of {@code least}, and {@code least} last. */
  private void pass(int least) throws IOException {
    for (int i = cursors.size() - 1; i >= least; i--) {
      if (!cursors.get(i).isAtEnd() && compare(i, least) == 0) {
        cursors.get(i).advance();
      }
    }
  }

  private int compare(int i, int other) {
    SegmentCursor a = cursors.get(i);
    SegmentCursor b = cursors.get(other);
    return EntryKey.at(a.memory(), a.at()).compareTo(b.memory(), b.at());
  }

  private long[] positions() {
    PositionTable all = new PositionTable();
    for (IndexSegment source : sources) {
      all.addAll(source.positions());
    }
    return all.pairs();
  }

  @Override
  public void close() throws IOException {
    sources.forEach(IndexSegment::release);
    writer.close();
  }
}
