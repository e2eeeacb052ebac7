package io.aumbry.store.index.segment;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A lookup copies an entry out of a cached page while another page replaces it. Both pages have an
 * entry of the same blob, so only the content tells them apart.
 */
@JCStressTest
@Outcome(
    id = {"NOTHING", "first"},
    expect = Expect.ACCEPTABLE,
    desc = "not kept, or the page")
@Outcome(expect = Expect.FORBIDDEN, desc = "a torn entry, or one of another page")
@State
public class IndexPagesStress {
  private static final IndexPages PAGES = IndexPages.create();
  private static final long FIRST = 5;

  /** Has the same place as the first. */
  private static final long SECOND = FIRST + 8192;

  private static final BlobId ID =
      BlobId.create(
          new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 1, 1, new SplittableRandom(1));
  private static final EntryKey KEY = EntryKey.of(ID);
  private static final IndexEntry ONE = entry(1);
  private static final MemorySegment FIRST_PAGE = page(ONE);
  private static final MemorySegment SECOND_PAGE = page(entry(1000));

  private final MemorySegment target = MemorySegment.ofArray(new byte[EntryFormat.SIZE]);

  private static IndexEntry entry(int number) {
    PutPlace place = new PutPlace(new LogPosition(number, 8L * number), number, number);
    return new IndexEntry(ID, new StoredState(number, false, number, number), place);
  }

  private static MemorySegment page(IndexEntry entry) {
    MemorySegment page = Arena.global().allocate(SegmentLayout.PAGE);
    EntryFormat.write(KEY, entry, page, 0);
    return page;
  }

  /** A page is cached when it is read twice in a row. */
  @Actor
  public void read() {
    PAGES.offer(SECOND, SECOND_PAGE, 0);
    PAGES.offer(SECOND, SECOND_PAGE, 0);
    PAGES.offer(FIRST, FIRST_PAGE, 0);
    PAGES.offer(FIRST, FIRST_PAGE, 0);
  }

  @Actor
  public void look(L_Result result) {
    IndexPages.Known known = PAGES.copyEntry(FIRST, 1, KEY, target);
    result.r1 =
        known != IndexPages.Known.COPIED
            ? known.toString()
            : EntryFormat.read(ID, target, 0).equals(ONE) ? "first" : "torn";
  }
}
