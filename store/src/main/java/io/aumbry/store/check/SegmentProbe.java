package io.aumbry.store.check;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.segment.EntryFormat;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.PageReader;
import io.aumbry.store.index.segment.SegmentLayout;
import java.io.IOException;
import java.util.List;

/**
 * Looks up entries of one segment. Keeps the last page, because look-ups in log order mostly stay
 * in it. Not thread-safe.
 */
final class SegmentProbe {
  private final IndexSegment segment;
  private final PageReader reader = new PageReader(1);
  private int page = -1;

  SegmentProbe(IndexSegment segment) {
    this.segment = segment;
  }

  IndexSegment segment() {
    return segment;
  }

  /** Number of the entry, from 0; -1 if absent. */
  int find(EntryKey key) throws IOException {
    if (!segment.needsPage(key, key.hash())) {
      return -1;
    }
    load(segment.pageOf(key));
    int slot = segment.slotIn(reader.memory(), page, key);
    return slot < 0 ? -1 : page * SegmentLayout.ENTRIES_IN_PAGE + slot;
  }

  IndexEntry read(BlobId id, int entry) throws IOException {
    load(entry / SegmentLayout.ENTRIES_IN_PAGE);
    long slot = entry % SegmentLayout.ENTRIES_IN_PAGE;
    return EntryFormat.read(id, reader.memory(), slot * EntryFormat.SIZE);
  }

  private void load(int wanted) throws IOException {
    if (page != wanted) {
      page = -1;
      segment.readPages(reader, wanted, 1, ReadMode.WAIT);
      page = wanted;
    }
  }

  /** Whether a newer segment has an entry of the same key. */
  static boolean isHidden(List<SegmentProbe> newestFirst, int number, EntryKey key)
      throws IOException {
    for (SegmentProbe newer : newestFirst.subList(0, number)) {
      if (newer.find(key) >= 0) {
        return true;
      }
    }
    return false;
  }
}
