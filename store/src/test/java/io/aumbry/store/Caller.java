package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.store.Ledger.Blob;
import io.aumbry.store.Ledger.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A random client of a store, which reports each change before and after. */
final class Caller {
  /** Later than any clock of a test. */
  static final long FAR = Blobs.CREATED + 1_000_000_000_000_000L;

  private static final int MANY = 40;

  private final BlobStore store;
  private final StoreFixture fixture;
  private final SplittableRandom random;
  private final Report report;
  private final int sameLength;
  private final List<Map.Entry<Blob, State>> mine = new ArrayList<>();

  interface Report {
    /** A change begins that moves the blob to {@code next}. */
    void begin(Blob blob, State next);

    /** The last change of the blob succeeded. */
    void answered(Blob blob);

    /** The last change of the blob was refused. */
    void refused(Blob blob);
  }

  /**
   * @param sameLength length of all blobs; 0 for random lengths
   */
  Caller(
      BlobStore store,
      StoreFixture fixture,
      SplittableRandom random,
      Report report,
      int sameLength) {
    this.store = store;
    this.fixture = fixture;
    this.random = random;
    this.report = report;
    this.sameLength = sameLength;
  }

  /** Adds a blob that only this caller changes. */
  void take(Blob blob, State state) {
    mine.add(Map.entry(blob, state));
  }

  void step() {
    if (mine.isEmpty() || random.nextInt(5) < 3) {
      put();
      return;
    }
    Map.Entry<Blob, State> one = mine.remove(random.nextInt(mine.size()));
    State state = one.getValue();
    if (state.deleted()) {
      undelete(one.getKey(), state);
    } else if (state.kept() || random.nextBoolean()) {
      delete(one.getKey(), state);
    } else {
      keep(one.getKey(), state);
    }
  }

  private void put() {
    Blob blob = new Blob(random.nextLong(), length());
    State state = new State(0, false, false, Blobs.CREATED);
    report.begin(blob, state);
    WriteResult result = Blobs.put(store, blob.id(), blob.bytes(), FAR, fixture.patient());
    assertThat(result).isEqualTo(new NodeResponse.Done());
    report.answered(blob);
    remember(blob, state);
  }

  private int length() {
    if (sameLength > 0) {
      return sameLength;
    }
    return random.nextInt(8) == 0 ? random.nextInt(20_000) : random.nextInt(600);
  }

  private void remember(Blob blob, State state) {
    if (mine.size() >= MANY) {
      mine.removeFirst();
    }
    take(blob, state);
  }

  private void delete(Blob blob, State state) {
    long now = fixture.time().wallMillis();
    State next = new State(state.life(), true, state.kept(), now);
    report.begin(blob, next);
    finish(blob, next, store.delete(blob.id(), now, fixture.patient()));
  }

  private void keep(Blob blob, State state) {
    State next = new State(state.life(), false, true, state.changedMillis());
    report.begin(blob, next);
    finish(blob, next, store.updateTtl(blob.id(), fixture.patient()));
  }

  private void undelete(Blob blob, State state) {
    long now = fixture.time().wallMillis();
    State next = new State(state.life() + 1, false, state.kept(), now);
    report.begin(blob, next);
    finish(blob, next, Blobs.undelete(store, blob.id(), now, fixture.patient()));
  }

  /** An undelete that is too late is refused. */
  private void finish(Blob blob, State next, WriteResult result) {
    if (result instanceof NodeResponse.Missing) {
      assertThat(next.deleted() || next.life() == 0).as("%s of %s", result, next).isFalse();
      report.refused(blob);
    } else {
      assertThat(result).isEqualTo(new NodeResponse.Done(next.life()));
      report.answered(blob);
      remember(blob, next);
    }
  }
}
