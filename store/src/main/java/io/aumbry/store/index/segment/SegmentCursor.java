package io.aumbry.store.index.segment;

import io.aumbry.store.disk.ReadMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

public final class SegmentCursor implements EntryCursor {
  private static final int PAGES_AT_ONCE = 32;

  private final IndexSegment segment;
  private final PageReader reader;
  private int firstPage;
  private int entry;

  public SegmentCursor(IndexSegment segment) throws IOException {
    this.segment = segment;
    this.reader = new PageReader(Math.min(PAGES_AT_ONCE, segment.layout().pages()));
    load();
  }

  public SegmentCursor(IndexSegment segment, EntryKey after) throws IOException {
    this.segment = segment;
    this.reader = PageReader.onHeap(Math.min(PAGES_AT_ONCE, segment.layout().pages()));
    this.firstPage = segment.entries() == 0 ? 0 : segment.pageOf(after);
    this.entry = firstPage * SegmentLayout.ENTRIES_IN_PAGE;
    load();
    while (!isAtEnd() && after.compareTo(memory(), at()) >= 0) {
      advance();
    }
  }

  @Override
  public boolean isAtEnd() {
    return entry == segment.entries();
  }

  @Override
  public MemorySegment memory() {
    return reader.memory();
  }

  @Override
  public long at() {
    int page = entry / SegmentLayout.ENTRIES_IN_PAGE - firstPage;
    int inPage = entry % SegmentLayout.ENTRIES_IN_PAGE;
    return (long) page * SegmentLayout.PAGE + (long) inPage * EntryFormat.SIZE;
  }

  @Override
  public void advance() throws IOException {
    entry++;
    if (entry / SegmentLayout.ENTRIES_IN_PAGE - firstPage == PAGES_AT_ONCE) {
      firstPage += PAGES_AT_ONCE;
      load();
    }
  }

  private void load() throws IOException {
    int count = Math.min(PAGES_AT_ONCE, segment.layout().pages() - firstPage);
    if (count > 0) {
      segment.readPages(reader, firstPage, count, ReadMode.STREAM);
    }
  }
}
