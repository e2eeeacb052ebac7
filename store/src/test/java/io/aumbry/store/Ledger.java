package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The states that each blob may have after a crash, derived from the changes that were begun,
 * answered and made durable. One caller at a time changes a blob; changes of different blobs are
 * ordered by their answers.
 */
final class Ledger implements Caller.Report {
  private static final ReadOptions ALL = new ReadOptions(true, true);
  private static final Retention RETENTION = Retention.defaults();
  private static final long UNANSWERED = Long.MAX_VALUE;
  private static final int BATCH = 100_000;

  private final boolean answeredIsDurable;
  private final Map<Blob, History> histories = new HashMap<>();
  private long stamps;

  /** The number determines the id and the bytes. */
  record Blob(long number, int length) {
    BlobId id() {
      return Blobs.id(new SplittableRandom(number));
    }

    byte[] bytes() {
      return BytesOfTests.random(new SplittableRandom(~number), length);
    }
  }

  /**
   * The expected state of a blob.
   *
   * @param kept whether it has no expiry
   * @param changedMillis time of the put, delete or undelete
   */
  record State(int life, boolean deleted, boolean kept, long changedMillis) {
    static final State ABSENT = new State(-1, false, false, 0);

    boolean isLike(ReadResult seen, long nowMillis) {
      return switch (seen) {
        case ReadResult.Found found ->
            found.header().state().lifeVersion() == life
                && found.header().state().deleted() == deleted
                && (found.header().state().expiryMillis() == Expiry.NEVER) == kept;
        case NodeResponse.Missing(Absence absence, _) when absence == Absence.NOT_FOUND ->
            equals(ABSENT) || isDeletedFor(RETENTION.forgotten(), nowMillis);
        case NodeResponse.Missing(Absence absence, _) when absence == Absence.DELETED ->
            isDeletedFor(RETENTION.deleted(), nowMillis);
        default -> false;
      };
    }

    private boolean isDeletedFor(Duration span, long nowMillis) {
      return deleted && changedMillis + span.toMillis() <= nowMillis;
    }
  }

  private static final class Step {
    final State state;
    final long begun;
    long answered = UNANSWERED;

    Step(State state, long begun) {
      this.state = state;
      this.begun = begun;
    }
  }

  /** All states of a blob in order; states before {@code least} are over. */
  private static final class History {
    final List<Step> steps = new ArrayList<>(List.of(new Step(State.ABSENT, 0)));
    int least;

    /** Replaces the history by one state. */
    void settle(int found) {
      Step left = steps.get(found);
      left.answered = left.begun;
      steps.clear();
      steps.add(left);
      least = 0;
    }

    @Override
    public String toString() {
      return steps.subList(least, steps.size()).stream()
          .map(step -> step.state.toString())
          .collect(Collectors.joining(", "));
    }

    void keepAnswered(long before) {
      for (int i = least; i < steps.size(); i++) {
        least = steps.get(i).answered < before ? i : least;
      }
    }
  }

  /**
   * @param answeredIsDurable or only changes before {@link #synced}
   */
  Ledger(boolean answeredIsDurable) {
    this.answeredIsDurable = answeredIsDurable;
  }

  @Override
  public synchronized void begin(Blob blob, State next) {
    histories.computeIfAbsent(blob, _ -> new History()).steps.add(new Step(next, stamps++));
  }

  @Override
  public synchronized void answered(Blob blob) {
    History history = of(blob);
    history.steps.getLast().answered = stamps++;
    if (answeredIsDurable) {
      history.least = history.steps.size() - 1;
    }
  }

  @Override
  public synchronized void refused(Blob blob) {
    of(blob).steps.removeLast();
  }

  private History of(Blob blob) {
    History history = histories.get(blob);
    assertThat(history).as("history of %s", blob).isNotNull();
    return history;
  }

  /** Everything answered before this time and a later sync is durable. */
  synchronized long now() {
    return stamps++;
  }

  synchronized void synced(long before) {
    histories.values().forEach(history -> history.keepAnswered(before));
  }

  /** Only the process ended, so all answered changes exist. */
  synchronized void keepAnswered() {
    synced(UNANSWERED);
  }

  /** At most {@code most} blobs with their states, for the next caller. */
  synchronized Map<Blob, State> known(int most) {
    Map<Blob, State> known = new HashMap<>();
    histories.entrySet().stream()
        .filter(entry -> entry.getValue().steps.getLast().state.life() >= 0)
        .limit(most)
        .forEach(entry -> known.put(entry.getKey(), entry.getValue().steps.getLast().state));
    return known;
  }

  /** Compares a store with the possible states, and settles them. Also reads the whole log. */
  synchronized void check(BlobStore store, long nowMillis, RequestContext context) {
    long lastSeen = -1;
    long firstLost = UNANSWERED;
    for (Map.Entry<Blob, History> entry : histories.entrySet()) {
      History history = entry.getValue();
      List<Step> steps = history.steps;
      List<Integer> found = find(store, entry.getKey(), history, nowMillis, context);
      // The state of a blob without bytes may be ambiguous.
      if (found.size() == 1) {
        lastSeen = Math.max(lastSeen, steps.get(found.getFirst()).begun);
        for (Step lost : steps.subList(found.getFirst() + 1, steps.size())) {
          firstLost = Math.min(firstLost, lost.answered);
        }
      }
      history.settle(found.getFirst());
    }
    assertThat(lastSeen).as("changes after a lost answer").isLessThan(firstLost);
    checkUsage(store, nowMillis, context);
    readLog(store, context);
  }

  private void checkUsage(BlobStore store, long nowMillis, RequestContext context) {
    UsageModel usage = new UsageModel(nowMillis);
    histories.forEach((blob, history) -> {
      State state = history.steps.getLast().state;
      if (!state.equals(State.ABSENT) && !state.deleted()) {
        usage.add(blob.id(), blob.length(), state.kept() ? Expiry.NEVER : Caller.FAR);
      }
    });
    usage.assertCountedBy(store, context);
  }

  /** The possible states of a blob by the store's answer. */
  private static List<Integer> find(
      BlobStore store, Blob blob, History history, long nowMillis, RequestContext context) {
    Blobs.Read read = Blobs.read(store, blob.id(), new ByteRange.All(), ALL, context);
    if (read.result().equals(new NodeResponse.Missing(Absence.NOT_FOUND))) {
      // For a blob without bytes, the store may only know that it was deleted.
      read = Blobs.read(store, blob.id(), context);
    }
    if (read.result() instanceof ReadResult.Found) {
      assertThat(read.content()).as("content of %s", blob).isEqualTo(blob.bytes());
      assertThat(read.metadata()).isEqualTo(Blobs.metadata(blob.id()));
    }
    List<Integer> found = new ArrayList<>();
    for (int i = history.least; i < history.steps.size(); i++) {
      if (history.steps.get(i).state.isLike(read.result(), nowMillis)) {
        found.add(i);
      }
    }
    assertThat(found).as("%s is %s, and may be %s", blob, read.result(), history).isNotEmpty();
    return found;
  }

  private static void readLog(BlobStore store, RequestContext context) {
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.recordsAfter(after, BATCH, context);
      batch.records().close();
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
    assertThat(after).isEqualTo(store.lastSequence());
  }

  synchronized int blobs() {
    return histories.size();
  }
}
