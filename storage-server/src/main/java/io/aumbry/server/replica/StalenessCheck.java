package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides whether peers may have forgotten deletes that a replica has missed. {@code
 * docs/proofs/replication.md} has the rules and their proofs. Any thread may call it; {@link
 * #noted} only one at a time.
 */
public final class StalenessCheck {
  private static final int GRAINS_IN_SKEW = 6;

  /** A horizon that allows to forget nothing, in milliseconds. */
  private static final long EARLIEST = 1;

  private final Rule rule;

  /** {@link Retention#known}, the same on all nodes, in milliseconds. */
  private final long knownFor;

  /**
   * Time for which this replica knows deletes longer, by the present setting of its node, in
   * milliseconds. Notes, statements and horizons are earlier by it than the agreement behind them,
   * so they do not depend on the settings of their readers.
   */
  private final long knownLonger;

  /** Time for which a delete can be undone, in milliseconds. */
  private final long undeletableFor;

  /** Bound for the difference between two clocks, in milliseconds. */
  private final long skew;

  /** Smaller changes are not worth a durable note, in milliseconds. */
  private final long grain;

  private final long openedMillis;
  private volatile Noted noted;

  /**
   * Peers that have forgotten nothing that this replica lacks, with the time of the last request.
   */
  private final Map<NodeId, Long> heard = new ConcurrentHashMap<>();

  /** The complete peers among {@link #heard}. */
  private final Map<NodeId, Long> vouched = new ConcurrentHashMap<>();

  /** By statements of peers, nothing that this replica lacks was forgotten at this time. */
  private final AtomicLong vouchedMillis = new AtomicLong();

  /** The same by the recorded horizon. */
  private final AtomicLong comparedMillis = new AtomicLong();

  /** The latest agreed time of any peer. */
  private final AtomicLong heardMillis = new AtomicLong();

  private volatile Horizon horizon = new Horizon(0, 0);

  private volatile Comparison comparison = Comparison.PENDING;

  /**
   * In milliseconds since 1970; 0 for none.
   *
   * @param last the value that was read last.
   * @param highest exceeds {@code last} if the record was lost, or restored from a backup.
   */
  private record Horizon(long last, long highest) {
    Horizon read(long millis) {
      return new Horizon(millis, Math.max(highest, millis));
    }
  }

  private enum Comparison {
    PENDING,
    DONE,
    /** There is no record, or it was lost: only peers can decide. */
    UNKNOWN
  }

  /**
   * Settings for all replicas of a node.
   *
   * @param vouchers number of complete peers that form a write quorum together with this replica.
   * @param isRecorded whether the coordinator records a forget horizon for this data centre.
   */
  public record Rule(Time time, int vouchers, boolean isRecorded) {
    public Rule(Time time, int vouchers) {
      this(time, vouchers, false);
    }
  }

  /**
   * The note beside a store; times in milliseconds since 1970.
   *
   * @param sequence last record of the store at the time of the note: a store that ends earlier is
   *     an older copy. Its complement while a loss of records is being noted
   * @param inStepMillis all records that any replica had accepted at this time are here.
   * @param agreedMillis deletes of {@link Retention#known} before this time, and older ones, may
   *     have been forgotten here; 0 for none.
   * @param settledMillis the last opening of the store in which the replica became complete, or
   *     learned that it had lost records: earlier losses are known; 0 for none.
   * @param hasLost records were lost, and the replica has not become complete again since.
   */
  record Noted(
      long sequence, long inStepMillis, long agreedMillis, long settledMillis, boolean hasLost) {
    Noted(long sequence, long inStepMillis, long agreedMillis) {
      this(sequence, inStepMillis, agreedMillis, 0, false);
    }

    Noted lostBefore(Opening opening) {
      return new Noted(sequence, inStepMillis, agreedMillis, opening.millis(), true);
    }

    Noted completeIn(Opening opening) {
      return new Noted(sequence, inStepMillis, agreedMillis, opening.millis(), false);
    }

    /** The note while a loss of records is being noted. A second call undoes the first. */
    Noted interrupted() {
      return new Noted(~sequence, inStepMillis, agreedMillis, settledMillis, hasLost);
    }

    boolean isInterrupted() {
      return sequence < 0;
    }

    long sharedMillis() {
      return Math.min(inStepMillis, agreedMillis);
    }
  }

  StalenessCheck(Rule rule, Retention retention, Noted noted) {
    this.rule = rule;
    this.knownFor = retention.known().toMillis();
    this.knownLonger = retention.forgotten().toMillis() - knownFor;
    this.undeletableFor = retention.deleted().toMillis();
    this.skew = retention.clockSkew().toMillis();
    this.grain = skew / GRAINS_IN_SKEW;
    this.openedMillis = rule.time().wallMillis();
    this.noted = noted;
  }

  /**
   * Processes a peer's statement of the time up to which it may have forgotten deletes. A time
   * ahead of this clock is ignored. An incomplete or doubtful peer can show that this replica is
   * outdated, but cannot vouch for it: it may lack the deletes in question.
   *
   * @param askedMillis time of the request, by the clock of this node.
   * @throws AumbryException {@code REPLICA_OUTDATED} if the peer may have forgotten deletes that
   *     this replica lacks.
   */
  public void hear(NodeId peer, Source said, long askedMillis) {
    long agreed = said.agreedMillis();
    if (isAhead(agreed)) {
      return;
    }
    requireUpTo(agreed, peer.name());
    heardMillis.accumulateAndGet(agreed, Math::max);
    heard.put(peer, askedMillis);
    if (said.complete()) {
      vouched.put(peer, askedMillis);
      vouched.values().stream()
          .sorted(Comparator.reverseOrder())
          .skip(Math.max(0, rule.vouchers() - 1))
          .findFirst()
          .ifPresent(since -> vouchedMillis.accumulateAndGet(since, Math::max));
    }
  }

  /**
   * Processes the statement of a peer that pulls from this replica. It vouches for nothing.
   *
   * @param agreedMillis the time up to which the peer may have forgotten deletes.
   * @throws AumbryException as {@link #hear}.
   */
  public void hearPuller(String peer, long agreedMillis) {
    if (!isAhead(agreedMillis)) {
      requireUpTo(agreedMillis, peer);
    }
  }

  /**
   * Ends the doubt if every other replica, in all data centres, was heard since the store was
   * opened: then no replica is left that could have forgotten more.
   */
  public void trustIfAllHeard(Collection<NodeId> others) {
    if (heard.keySet().containsAll(others)) {
      others.stream()
          .mapToLong(other -> heard.getOrDefault(other, 0L))
          .min()
          .ifPresent(since -> vouchedMillis.accumulateAndGet(since, Math::max));
    }
  }

  /**
   * Compares this replica with the recorded forget horizon of its partition.
   *
   * @param recorded empty without a record.
   * @param readMillis time before it was read, by the clock of this node.
   * @throws AumbryException {@code REPLICA_OUTDATED} if peers may have forgotten deletes that this
   *     replica lacks.
   */
  public void compare(OptionalLong recorded, long readMillis) {
    long read = recorded.orElse(0);
    requireUpTo(read, "the forget horizon of the cluster");
    horizon = horizon.read(read);
    if (recorded.isEmpty() || read < noted.agreedMillis()) {
      comparison = Comparison.UNKNOWN;
    } else {
      comparedMillis.accumulateAndGet(readMillis, Math::max);
      comparison = Comparison.DONE;
    }
  }

  /** Whether a right clock cannot have shown this time yet. */
  boolean isAhead(long millis) {
    return millis > rule.time().wallMillis() + skew;
  }

  private void requireUpTo(long forgottenMillis, String source) {
    long inStep = inStepMillis();
    if (forgottenMillis >= inStep + knownFor - skew) {
      throw new AumbryException(
          ErrorCode.REPLICA_OUTDATED,
          "This replica was last in step at %s. By %s, deletes up to %s may be forgotten"
              .formatted(at(inStep), source, at(forgottenMillis - knownFor)));
    }
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /**
   * Whether peers may have forgotten deletes that this replica missed before it was opened. A
   * replica in doubt serves nothing and accepts nothing. It only asks its peers.
   */
  public boolean isDoubtful() {
    return isDoubtfulSince(openedMillis);
  }

  public boolean wouldBeDoubtful() {
    return isDoubtfulSince(rule.time().wallMillis());
  }

  private boolean isDoubtfulSince(long millis) {
    boolean peersDecide = !rule.isRecorded() || comparison == Comparison.UNKNOWN;
    long trusted = Math.max(comparedMillis.get(), peersDecide ? vouchedMillis.get() : 0);
    long sure = Math.max(inStepMillis(), trusted) + knownFor - 2 * skew;
    return rule.vouchers() > 0 && millis >= sure;
  }

  /**
   * Whether the forget horizon must be read: for the first time, or because it may end the doubt
   * now.
   */
  public boolean needsComparison() {
    return comparison == Comparison.PENDING
        || (comparison == Comparison.UNKNOWN && rule.isRecorded() && isDoubtful());
  }

  public boolean isCompared() {
    return comparison != Comparison.PENDING;
  }

  /**
   * Whether this replica may become complete without a complete peer. With a horizon, the partition
   * was in use before. A new store then means that the stores are lost, or that ZooKeeper names
   * other nodes than those with the stores. A store that has lost records was complete itself. The
   * horizon is read last, because a comparison on another thread may raise it.
   */
  public boolean mayBeBegun() {
    boolean isUnused = (isCompared() || !rule.isRecorded()) && horizon.highest() == 0;
    return isUnused || hasNotedLoss();
  }

  /**
   * The time in step that a peer is told. A peer in another data centre is told no time later than
   * the horizon on disk here, so that no data centre forgets deletes beyond another one's horizon.
   */
  public long inStepMillis(Distance toPeer) {
    return toPeer == Distance.NEAR || !rule.isRecorded()
        ? inStepMillis()
        : Math.min(inStepMillis(), horizon.last());
  }

  /**
   * The noted time in step. If it is ahead of this node's clock, it was noted by a clock that was
   * ahead. Then the agreed time counts, because the clocks of all replicas have confirmed it. A
   * replica that has never agreed has no such time.
   */
  private long inStepMillis() {
    Noted known = noted;
    boolean isConfirmed = !isAhead(known.inStepMillis()) || known.agreedMillis() == 0;
    return isConfirmed ? known.inStepMillis() : known.sharedMillis();
  }

  /** The time up to which this replica may have forgotten deletes, for its peers. */
  public long agreedMillis() {
    return noted.agreedMillis();
  }

  /**
   * The time up to which a puller or this replica may have forgotten deletes. A puller's time in
   * the future counts as now, because no replica can have agreed to it. This replica's own time
   * counts as well: it may have lost a delete in damage that has healed, and the PUT alone would
   * bring the blob back.
   *
   * @param pullerMillis the time that the puller states.
   */
  public long forgottenMillis(long pullerMillis) {
    return Math.max(Math.min(pullerMillis, rule.time().wallMillis()), noted.agreedMillis());
  }

  /**
   * Whether this replica has all undeletes of the deletes that may be forgotten as of a time: it
   * was in step at a time when none of them could be undone any more. It need not have been in step
   * later than at the time itself, also not after a change to a longer retention: each replica of
   * the view was in step then.
   */
  public boolean hasUndeletesOf(long forgottenMillis) {
    long undone = Math.min(undeletableFor + skew, knownFor);
    return inStepMillis() >= forgottenMillis - knownFor + undone;
  }

  /**
   * The time as of which this replica knows which blobs have ended for good: all replicas were in
   * step.
   */
  long sharedMillis() {
    return noted.sharedMillis();
  }

  /** The part of an agreement that the recorded horizon covers, on which compaction may act. */
  Agreement bounded(Agreement agreement) {
    return rule.isRecorded() ? upTo(horizon.last(), agreement) : agreement;
  }

  /**
   * Returns the horizon to record before this replica may forget more; empty while the recorded one
   * is nearly as late. Before anything was forgotten it is the earliest one, which later openings
   * read. It is never later than this replica's noted time in step, which it would otherwise make
   * outdated. A record that was lost or restored from a backup is raised to the highest value that
   * was read.
   *
   * @param nearMillis all replicas of this data centre were in step as of this time; 0 if unknown.
   */
  public OptionalLong horizonToRecord(long nearMillis) {
    Horizon known = horizon;
    long least = Math.max(EARLIEST, Math.max(noted.agreedMillis(), known.highest()));
    long recorded = known.last();
    long near = agreedAsOf(Math.min(nearMillis, inStepMillis()));
    return recorded < least || near >= recorded + grain
        ? OptionalLong.of(Math.max(near, least))
        : OptionalLong.empty();
  }

  private long agreedAsOf(long sharedMillis) {
    return Math.max(0, sharedMillis - knownLonger);
  }

  /** The part of an agreement that is noted, on which compaction may act. */
  Agreement asNoted(Agreement agreement) {
    return upTo(noted.agreedMillis(), agreement);
  }

  private Agreement upTo(long agreedMillis, Agreement agreement) {
    return new Agreement(
        agreement.acknowledged(),
        agreement.inSyncMillis(),
        Math.min(agreement.sharedMillis(), agreedMillis + knownLonger));
  }

  /** Whether an agreement exceeds the note by enough to be worth another note. */
  boolean isBehind(Agreement agreement) {
    return isBehind(inStepMillis(), agreement.inSyncMillis())
        || isBehind(noted.agreedMillis(), agreedAsOf(agreement.sharedMillis()));
  }

  private boolean isBehind(long known, long now) {
    return known == 0 ? now > 0 : now >= known + grain;
  }

  Noted agreed(long sequence, Agreement agreement) {
    return new Noted(
        sequence,
        Math.max(inStepMillis(), agreement.inSyncMillis()),
        Math.max(noted.agreedMillis(), agreedAsOf(agreement.sharedMillis())),
        noted.settledMillis(),
        noted.hasLost());
  }

  /**
   * A replica that has become complete lacks the deletes that its peers had forgotten. If no peer
   * was complete, it has caught up with all replicas of all data centres as of its opening.
   *
   * @param provenMillis see {@link ReplicaProgress#provenInStepMillis}.
   */
  Noted completed(long sequence, long provenMillis) {
    long inStep = provenMillis > 0 ? provenMillis : openedMillis;
    return new Noted(
        sequence,
        Math.min(inStep, rule.time().wallMillis()),
        Math.max(noted.agreedMillis(), heardMillis.get()));
  }

  Noted lostBefore(Opening opening) {
    return noted.lostBefore(opening);
  }

  long settledMillis() {
    return noted.settledMillis();
  }

  public boolean hasNotedLoss() {
    return noted.hasLost();
  }

  /** To be called when the note is on disk. */
  void noted(Noted next) {
    noted = next;
  }
}
