package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.disk.OfferedSummaries;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.load.Lives.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Records the promises to clients, and judges answers by them. An acknowledged blob exists, byte
 * for byte, until its delete is requested or it expires. After an acknowledged delete, the same
 * frontend never shows it again until an undelete is requested. Once the cluster has healed, no
 * frontend does. After an acknowledged undelete no answer says "deleted" until the next delete is
 * requested. After an acknowledged TTL update no answer says "expired".
 */
final class Ledger {
  /** Upper bound of the clock error plus the time of an answer in transit. */
  private static final long WRONG_MILLIS = 15_000;

  private static final int LATEST = 8;

  private final SimulatedScheduler scheduler;

  private final long forgottenMillis;

  private final long expiredMillis;

  private final List<KeptBlob> kept = new ArrayList<>();

  /** Blobs without names, which clients choose by id. */
  private final List<KeptBlob> unnamed = new ArrayList<>();

  /** Blobs that were stored for a name, which may be committed as long as its call travels. */
  private final List<KeptBlob> stored = new ArrayList<>();

  private final List<Refused> refused = new ArrayList<>();
  private BiPredicate<KeptBlob, Asker> forgotten = (_, _) -> false;

  /** Blobs that must be unchanged once the cluster has healed, and are not judged until then. */
  private final Set<KeptBlob> suspended = new LinkedHashSet<>();

  private boolean healed;

  Ledger(SimulatedScheduler scheduler, ClusterPlan plan) {
    this.scheduler = scheduler;
    this.forgottenMillis = plan.store().retention().forgotten().toMillis();
    this.expiredMillis = plan.store().retention().expired().toMillis();
  }

  /** A change that failed, and may have been made on some replicas. */
  record Refused(KeptBlob blob, Client.Change change) {}

  void refused(Refused change) {
    refused.add(change);
  }

  /** Returns one of the latest changes that failed, for any client to repeat. */
  Optional<Refused> refused(RandomGenerator random) {
    int latest = Math.min(refused.size(), LATEST);
    return latest == 0
        ? Optional.empty()
        : Optional.of(refused.get(refused.size() - 1 - random.nextInt(latest)));
  }

  void add(KeptBlob blob) {
    blob.acknowledged(scheduler.wallMillis());
    if (blob.isJudged()) {
      kept.add(blob);
      unnamed.add(blob);
    }
  }

  /** A blob is stored, and its name is about to be committed. */
  void stored(KeptBlob blob) {
    stored.add(blob);
  }

  /** Records a blob whose name is committed. Clients can read it, whether or not they know that. */
  void addNamed(KeptBlob blob) {
    blob.acknowledged(scheduler.wallMillis());
    if (blob.isJudged()) {
      kept.add(blob);
    }
  }

  List<KeptBlob> all() {
    return kept;
  }

  /** All promises, also those that are not judged until the cluster has healed. */
  Set<KeptBlob> promised() {
    Set<KeptBlob> promised = new LinkedHashSet<>(kept);
    promised.addAll(suspended);
    return promised;
  }

  /** The blobs that faults must leave: all promises, and blobs that may yet get their names. */
  Set<KeptBlob> atStake() {
    Set<KeptBlob> atStake = promised();
    atStake.addAll(stored);
    return atStake;
  }

  Optional<KeptBlob> any(RandomGenerator random) {
    return unnamed.isEmpty()
        ? Optional.empty()
        : Optional.of(unnamed.get(random.nextInt(unnamed.size())));
  }

  Optional<KeptBlob> recent(RandomGenerator random) {
    int newest = Math.min(unnamed.size(), 8);
    return unnamed.isEmpty()
        ? Optional.empty()
        : Optional.of(unnamed.get(unnamed.size() - 1 - random.nextInt(newest)));
  }

  /**
   * Allows answers without a delete until the cluster has healed, if this says that no replica that
   * the frontend asks has to know it.
   */
  void allow(BiPredicate<KeptBlob, Asker> lost) {
    forgotten = lost;
  }

  /** Whether a blob has expired at the true time. Before that, no answer may deny it. */
  boolean hasEnded(KeptBlob blob) {
    return mayHaveExpired(blob, 0, blob.isKept());
  }

  /** From now on all frontends must know every promise. */
  void healed() {
    healed = true;
    suspended.forEach(blob -> {
      blob.judge(true);
      kept.add(blob);
      unnamed.add(blob);
    });
    suspended.clear();
  }

  /**
   * Stops judging a blob of which a change may be lost.
   *
   * @param isSomewhere whether a machine still has the change. Then the blob must be unchanged once
   *     the cluster has healed.
   */
  void leave(KeptBlob blob, boolean isSomewhere) {
    unnamed.remove(blob);
    if (kept.remove(blob) && isSomewhere && blob.lives().isQuiet()) {
      suspended.add(blob);
    } else if (!isSomewhere) {
      suspended.remove(blob);
    }
    blob.judge(false);
  }

  /** Whether a blob may be unreadable once all replicas know everything. */
  boolean mayBeGone(KeptBlob blob) {
    return blob.lives().mayBe(Fate.DELETED) || mayHaveExpired(blob, WRONG_MILLIS, blob.isKept());
  }

  private boolean mayHaveExpired(KeptBlob blob, long wrong, boolean kept) {
    return !kept && blob.mayHaveEnded(scheduler.wallMillis(), wrong);
  }

  /** Until the cluster has healed, a data centre may not know promises of another one. */
  private boolean mayHaveExpired(KeptBlob blob, long wrong, Asker where) {
    return mayHaveExpired(blob, wrong, healed ? blob.isKept() : blob.isKeptIn(where.dataCenter()));
  }

  /** The state when a request began. The answer may be true of that moment only. */
  record Before(
      boolean goneHere, boolean expired, Lives.Possible possible, int undeletes, int deletes) {}

  Before before(KeptBlob blob, Asker where) {
    Lives lives = blob.lives();
    return new Before(
        healed ? lives.isFor(Fate.DELETED) : mustKnowDelete(blob, where),
        blob.hasExpired(scheduler.wallMillis(), WRONG_MILLIS),
        lives.possible(),
        lives.begun(Fate.ALIVE),
        lives.begun(Fate.DELETED));
  }

  private boolean mustKnowDelete(KeptBlob blob, Asker where) {
    return blob.lives().isDeletedAt(where.frontend()) && !forgotten.test(blob, where);
  }

  void found(KeptBlob blob, Before before, ByteRange.Resolved range, byte[] bytes, Asker where) {
    byte[] all = blob.content();
    byte[] expected = Arrays.copyOfRange(all, (int) range.from(), (int) range.to());
    if (!Arrays.equals(bytes, expected)) {
      throw new Finding(
          where + " got wrong bytes for " + blob + ", from " + Arrays.mismatch(bytes, expected));
    }
    if (!blob.isJudged()) {
      return;
    }
    if (before.goneHere
        && before.undeletes == blob.lives().begun(Fate.ALIVE)
        && (healed || !forgotten.test(blob, where))) {
      throw new Finding(where + " got " + blob + ", whose delete was acknowledged");
    }
    if (before.expired && blob.hasExpired(scheduler.wallMillis(), WRONG_MILLIS)) {
      throw new Finding(where + " got " + blob + ", which has expired");
    }
  }

  void notDeleted(KeptBlob blob, Before before, Asker where) {
    if (blob.isJudged()
        && !before.possible.alive()
        && before.undeletes + 1 == blob.lives().begun(Fate.ALIVE)) {
      throw new Finding(where + " was told that " + blob + " is not deleted, but it is");
    }
  }

  void endsTooSoon(KeptBlob blob, Duration left, Asker where) {
    if (blob.isJudged() && !mayHaveExpired(blob, WRONG_MILLIS + left.toMillis(), where)) {
      throw new Finding(where + " was told that " + blob + " ends soon");
    }
  }

  /** Whether its delete may be so old that replicas no longer know it. */
  boolean mayBeForgotten(KeptBlob blob) {
    return blob.lives().mayBe(Fate.DELETED) && blob.deleteAskedMillis() < forgottenBefore();
  }

  private long forgottenBefore() {
    return scheduler.wallMillis() - forgottenMillis;
  }

  /** The times up to which replicas may have dropped deleted and expired blobs. */
  OfferedSummaries.Horizon droppable() {
    long expired = scheduler.wallMillis() - expiredMillis + WRONG_MILLIS;
    Set<BlobId> dropped =
        kept.stream()
            .filter(blob -> !blob.isKept() && mayBeDropped(blob))
            .map(KeptBlob::id)
            .collect(Collectors.toSet());
    return new OfferedSummaries.Horizon(forgottenBefore(), expired, dropped);
  }

  /**
   * Whether replicas may have dropped bytes of a blob, because it expired longer ago than such
   * bytes are kept. This can happen even before the put is acknowledged, if a power cut delays the
   * put for hours.
   */
  boolean mayBeDropped(KeptBlob blob) {
    return blob.mayHaveEnded(scheduler.wallMillis() - expiredMillis, WRONG_MILLIS);
  }

  void deleteAsked(KeptBlob blob) {
    blob.deleteAsked(scheduler.wallMillis());
  }

  void missing(KeptBlob blob, Before before, Absence absence, Asker where) {
    boolean right =
        switch (absence) {
          case DELETED ->
              before.possible.deleted()
                  || before.deletes < blob.lives().begun(Fate.DELETED)
                  || mayBeGone(blob);
          case EXPIRED -> mayHaveExpired(blob, WRONG_MILLIS, where);
          case NOT_FOUND -> mayHaveExpired(blob, 0, where) || mayBeForgotten(blob);
        };
    if (!right && blob.isJudged()) {
      throw new Finding(where + " was told that " + blob + " is " + absence);
    }
  }
}
