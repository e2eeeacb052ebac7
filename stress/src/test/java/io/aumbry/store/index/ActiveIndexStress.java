package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.util.Optional;
import java.util.SplittableRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Lock-free lookups beside the writer of the newest part of an index. */
final class ActiveIndexStress {
  private static final int ABSENT = 0;
  private static final int OLD = 1;
  private static final int NEW = 2;
  private static final int TORN = 3;

  private static final SplittableRandom RANDOM = new SplittableRandom(1);
  private static final LogPosition START = new LogPosition(1, 64);
  private static final IndexEntry ALIVE = entry(StoredState.put(1111, 2222), 100);
  private static final IndexEntry DELETED =
      new IndexEntry(ALIVE.id(), new StoredState(7, true, 3333, 4444), place(200));
  private static final IndexEntry SECOND = entry(StoredState.put(5, 6), 300);
  private static final IndexEntry THIRD = entry(StoredState.put(7, 8), 400);
  private static final EntryKey KEY = EntryKey.of(ALIVE.id());

  private ActiveIndexStress() {}

  private static IndexEntry entry(StoredState state, int at) {
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    BlobId id = BlobId.create(owner, BlobKind.SIMPLE, 1, 1, RANDOM);
    return new IndexEntry(id, state, place(at));
  }

  private static PutPlace place(int number) {
    return new PutPlace(new LogPosition(number, 8L * number), number, number);
  }

  private static ActiveIndex index(IndexEntry... entries) {
    ActiveIndex index = new ActiveIndex(2, 1, 1, START);
    for (IndexEntry entry : entries) {
      index.put(entry);
    }
    return index;
  }

  private static int find(ActiveIndex index) {
    Optional<IndexEntry> found = index.find(ALIVE.id(), KEY);
    if (found.isEmpty()) {
      return ABSENT;
    }
    return found.get().equals(ALIVE) ? OLD : found.get().equals(DELETED) ? NEW : TORN;
  }

  /** A new entry is seen whole or not at all. */
  @JCStressTest
  @Outcome(
      id = {"0", "1"},
      expect = Expect.ACCEPTABLE,
      desc = "absent or whole")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a torn entry")
  @State
  public static class ANewEntryIsWhole {
    private final ActiveIndex index = index();

    @Actor
    public void put() {
      index.put(ALIVE);
    }

    @Actor
    public void find(I_Result result) {
      result.r1 = ActiveIndexStress.find(index);
    }
  }

  /** A replaced entry is seen as the old or the new one, whole. */
  @JCStressTest
  @Outcome(
      id = {"1", "2"},
      expect = Expect.ACCEPTABLE,
      desc = "old or new")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a torn entry, or a known blob denied")
  @State
  public static class AReplacedEntryIsWhole {
    private final ActiveIndex index = index(ALIVE);

    @Actor
    public void put() {
      index.put(DELETED);
    }

    @Actor
    public void find(I_Result result) {
      result.r1 = ActiveIndexStress.find(index);
    }
  }

  /** A blob is found while the table grows. */
  @JCStressTest
  @Outcome(
      id = {"1", "2"},
      expect = Expect.ACCEPTABLE,
      desc = "old or new")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a torn entry, or a known blob denied")
  @State
  public static class GrowthHidesNothing {
    private final ActiveIndex index = index(ALIVE, SECOND);

    @Actor
    public void put() {
      index.put(THIRD);
      index.put(DELETED);
    }

    @Actor
    public void find(I_Result result) {
      result.r1 = ActiveIndexStress.find(index);
    }
  }
}
