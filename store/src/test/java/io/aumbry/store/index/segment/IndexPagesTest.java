package io.aumbry.store.index.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.index.segment.IndexPages.Known;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class IndexPagesTest {
  private static final int ENTRIES = SegmentLayout.ENTRIES_IN_PAGE;

  /** Page numbers with this distance share a slot. */
  private static final long ROUND = 8192;

  private final IndexPages pages = IndexPages.create();
  private final MemorySegment found = Arena.ofAuto().allocate(EntryFormat.SIZE, Long.BYTES);

  /** A page with its number in all words of its entries except the keys. */
  private static MemorySegment page(long number) {
    MemorySegment page = Arena.ofAuto().allocate(SegmentLayout.PAGE, Long.BYTES);
    for (int i = 0; i < ENTRIES; i++) {
      for (int word = 0; word < EntryFormat.SIZE / Long.BYTES; word++) {
        page.set(EntryFormat.LONG, (long) i * EntryFormat.SIZE + word * (long) Long.BYTES, number);
      }
      page.set(EntryFormat.LONG, (long) i * EntryFormat.SIZE, i);
    }
    return page;
  }

  private static EntryKey key(int entry, long number) {
    return EntryKey.at(page(number), (long) entry * EntryFormat.SIZE);
  }

  private void offerTwice(long number) {
    MemorySegment page = page(number);
    pages.offer(number, page, 0);
    pages.offer(number, page, 0);
  }

  private Known lookUp(long number, EntryKey key) {
    return pages.copyEntry(number, ENTRIES, key, found);
  }

  @Test
  void aPageThatIsReadTwiceIsKept() {
    EntryKey key = key(20, 5);
    assertThat(lookUp(5, key)).isEqualTo(Known.NOTHING);
    pages.offer(5, page(5), 0);
    assertThat(lookUp(5, key)).isEqualTo(Known.NOTHING);
    pages.offer(5, page(5), 0);
    assertThat(lookUp(5, key)).isEqualTo(Known.COPIED);
    assertThat(found.get(EntryFormat.LONG, 0)).isEqualTo(20);
    assertThat(found.get(EntryFormat.LONG, 56)).isEqualTo(5);
    assertThat(lookUp(5, key(20, 6))).isEqualTo(Known.ABSENT);
  }

  @Test
  void aPageThatIsReadOnceDisplacesNothing() {
    offerTwice(5);
    pages.offer(5 + ROUND, page(5 + ROUND), 0);
    assertThat(lookUp(5, key(1, 5))).isEqualTo(Known.COPIED);
    pages.offer(5 + ROUND, page(5 + ROUND), 0);
    assertThat(lookUp(5, key(1, 5))).isEqualTo(Known.NOTHING);
    assertThat(lookUp(5 + ROUND, key(1, 5 + ROUND))).isEqualTo(Known.COPIED);
  }

  @Test
  void pagesBesideEachOtherDoNotDisplaceEachOther() {
    List<Long> all = IntStream.range(0, 600).mapToObj(i -> pages.number(1)).toList();
    assertThat(all).doesNotHaveDuplicates();
    all.forEach(this::offerTwice);
    assertThat(all).allMatch(number -> lookUp(number, key(62, number)) == Known.COPIED);
  }

  @Test
  void aCacheWithoutMemoryKeepsNothing() {
    IndexPages none = IndexPages.none();
    none.offer(none.number(1), page(1), 0);
    none.offer(1, page(1), 0);
    assertThat(none.copyEntry(1, ENTRIES, key(0, 1), found)).isEqualTo(Known.NOTHING);
  }

  @Test
  void aConcurrentReplacementDoesNotMixPages() throws InterruptedException {
    long one = 7;
    long other = 7 + ROUND;
    offerTwice(one);
    AtomicInteger left = new AtomicInteger(20_000);
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              MemorySegment first = page(one);
              MemorySegment second = page(other);
              while (left.get() > 0) {
                for (int i = 0; i < 2; i++) {
                  pages.offer(other, second, 0);
                }
                for (int i = 0; i < 2; i++) {
                  pages.offer(one, first, 0);
                }
              }
            });
    try {
      List<EntryKey> keys = IntStream.range(0, ENTRIES).mapToObj(i -> key(i, one)).toList();
      for (int i = left.get(); i > 0; i = left.decrementAndGet()) {
        assertWhole(lookUp(one, keys.get(i % ENTRIES)), one);
      }
    } finally {
      left.set(0);
      writer.join();
    }
  }

  private void assertWhole(Known known, long number) {
    assertThat(known).isNotEqualTo(Known.ABSENT);
    if (known == Known.COPIED) {
      for (int word = 1; word < EntryFormat.SIZE / Long.BYTES; word++) {
        assertThat(found.get(EntryFormat.LONG, word * (long) Long.BYTES)).isEqualTo(number);
      }
    }
  }
}
