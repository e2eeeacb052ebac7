package io.aumbry.store.index;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.store.index.segment.EntryCursor;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.SegmentCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** Visits the newest entry of each blob in the order of the ids. */
final class IndexScan {
  private final IdRange range;
  private final int partition;

  /** Newest first. */
  private final List<EntryCursor> cursors = new ArrayList<>();

  /**
   * @param view held by the caller
   * @param partition missing in entries
   */
  IndexScan(IndexView view, IdRange range, int partition) throws IOException {
    this.range = range;
    this.partition = partition;
    cursors.add(view.active().cursor(range));
    view.full().forEach(part -> cursors.add(part.cursor(range)));
    for (IndexSegment segment : view.segments()) {
      if (segment.mayContain(range)) {
        cursors.add(new SegmentCursor(segment, EntryKey.lastOf(range.after())));
      }
    }
  }

  void show(Predicate<IndexEntry> visitor) throws IOException {
    boolean more = true;
    for (int newest = least(); more && newest >= 0; newest = least()) {
      EntryCursor at = cursors.get(newest);
      UUID uuid = EntryKey.at(at.memory(), at.at()).uuid();
      if (!range.contains(uuid)) {
        return;
      }
      if (!EntryFormat.isRemoval(at.memory(), at.at())) {
        var id = EntryFormat.idAt(partition, at.memory(), at.at());
        more = visitor.test(EntryFormat.read(id, at.memory(), at.at()));
      }
      pass(newest);
    }
  }

  /** The newest cursor at the smallest key, or -1 at the end. */
  private int least() {
    int least = -1;
    for (int i = 0; i < cursors.size(); i++) {
      EntryCursor cursor = cursors.get(i);
      if (!cursor.isAtEnd() && (least < 0 || cursor.order(cursors.get(least)) < 0)) {
        least = i;
      }
    }
    return least;
  }

  /** Advances all cursors at the key of {@code least}, and {@code least} last. */
  private void pass(int least) throws IOException {
    for (int i = cursors.size() - 1; i >= least; i--) {
      EntryCursor cursor = cursors.get(i);
      if (!cursor.isAtEnd() && cursor.order(cursors.get(least)) == 0) {
        cursor.advance();
      }
    }
  }
}
