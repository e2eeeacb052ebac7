package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
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
 * Decides whether peers may have forgotten deletes that a replica has missed. It compares the time
 * at which the replica was last in step with the forget horizon that the coordinator keeps, and
 * with the times that peers report. The rules and their proof are in the description of {@code
 * io.aumbry.server.replication}. Any thread may call it; {@link #noted} only one at a time.
 */
public final class StalenessCheck {
  private static final int GRAINS_IN_SKEW = 6;

  /** A horizon by which nothing was forgotten, in milliseconds. */
  private static final long EARLIEST = 1;

  private final Rule rule;
  private final long knownFor;

  /** For which time a delete can be taken back, in milliseconds. */
  private final long undeletableFor;

  /** Upper bound for the difference between the clocks of two nodes, in milliseconds. */
  private final long skew;

  /** A smaller change is not worth a durable write, in milliseconds. */
  private final long grain;

  private final long openedMillis;
  private volatile Noted noted;

  /** Peers that are not ahead of this replica, with the time at which each was last asked. */
  private final Map<NodeId, Long> heard = new ConcurrentHashMap<>();

  /** The subset of {@link #heard} with stores that know every delete that they acknowledged. */
  private final Map<NodeId, Long> vouched = new ConcurrentHashMap<>();

  /** Peers had forgotten nothing that this replica lacks at this time, as they said. */
  private final AtomicLong vouchedMillis = new AtomicLong();

  /** The same at this time, as the recorded horizon shows. */
  private final AtomicLong comparedMillis = new AtomicLong();

  /** The latest time that any peer has reported. */
  private final AtomicLong heardMillis = new AtomicLong();

  /** The recorded horizon; one thread writes it, and replaces it whole. */
  private volatile Horizon horizon = new Horizon(0, 0);

  private volatile Comparison comparison = Comparison.PENDING;

  /**
   * The recorded forget horizon as this process has read it, in milliseconds since 1970; 0 for
   * none.
   *
   * @param last what was read last
   * @param highest more than that if the record was lost, or restored from a backup
   */
  private record Horizon(long last, long highest) {
    Horizon read(long millis) {
      return new Horizon(millis, Math.max(highest, millis));
    }
  }

  /** Result of reading the forget horizon since the store was opened. */
  private enum Comparison {
    /** It was not read yet. */
    PENDING,
    /** It covers all that this replica has forgotten. */
    DONE,
    /** The record has no horizon, or has lost it; only peers can tell. */
    UNKNOWN
  }

  /**
   * Settings that all replicas of a node share.
   *
   * @param vouchers number of complete peers that form a write quorum together with this replica
   * @param isRecorded whether the coordinator keeps a forget horizon for this data centre
   */
  public record Rule(Time time, int vouchers, boolean isRecorded) {
    /** Without a coordinator that keeps forget horizons. */
    public Rule(Time time, int vouchers) {
      this(time, vouchers, false);
    }
  }

  /**
   * The note beside a store; times in milliseconds since 1970.
   *
   * @param sequence the last record of the store when this was noted: a store that ends earlier is
   *     an older copy
   * @param inStepMillis all records that any replica had accepted then are here
   * @param agreedMillis deletes that were old enough then may have been forgotten here; 0 before
   *     any was
   * @param soundUpTo records behind this number were lost once, and peers may have had other
   *     records under these numbers; until all peers have acknowledged the store as it is
   */
  record Noted(long sequence, long inStepMillis, long agreedMillis, long soundUpTo) {
    private static final long ALL = Long.MAX_VALUE;

    /** The note of a store that has lost nothing. */
    Noted(long sequence, long inStepMillis, long agreedMillis) {
      this(sequence, inStepMillis, agreedMillis, ALL);
    }

    /** The same, and it has lost the records behind {@code last}. */
    Noted lostAfter(long last) {
      return new Noted(sequence, inStepMillis, agreedMillis, Math.min(soundUpTo, last));
    }
  }

  /**
   * For a store that is being opened.
   *
   * @param retention says for which time all replicas remember a delete at least
   */
  StalenessCheck(Rule rule, Retention retention, Noted noted) {
    this.rule = rule;
    this.knownFor = retention.forgotten().toMillis();
    this.undeletableFor = retention.deleted().toMillis();
    this.skew = retention.clockSkew().toMillis();
    this.grain = skew / GRAINS_IN_SKEW;
    this.openedMillis = rule.time().wallMillis();
    this.noted = noted;
  }

  /**
   * Works in a peer's report of the time up to which it may have forgotten deletes. A peer with a
   * clock that is ahead is ignored. A peer that is incomplete or in doubt itself can show that this
   * replica is outdated, but cannot vouch for it: it may lack the deletes in question.
   *
   * @param askedMillis when it was asked, by the clock of this node
   * @throws AumbryException {@code REPLICA_OUTDATED} when the peer may have forgotten deletes that
   *     this replica lacks
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
   * Works in the statement of a peer that pulls from this replica. It vouches for nothing.
   *
   * @param agreedMillis the time up to which the peer may have forgotten deletes
   * @throws AumbryException as {@link #hear}
   */
  public void hearPuller(String peer, long agreedMillis) {
    if (!isAhead(agreedMillis)) {
      requireUpTo(agreedMillis, peer);
    }
  }

  /**
   * Ends the doubt if every other replica was heard since the store was opened, whatever its state:
   * then no replica is left that could have forgotten more.
   *
   * @param others all other replicas of the partition, in all data centres
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
   * Compares this replica with the forget horizon of its partition, as the coordinator has it on
   * disk.
   *
   * @param recorded empty when the coordinator has recorded none
   * @param readMillis before it was read, by the clock of this node
   * @throws AumbryException {@code REPLICA_OUTDATED} when peers may have forgotten deletes that
   *     this replica lacks
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

  private boolean isAhead(long millis) {
    return millis > rule.time().wallMillis() + skew;
  }

  private void requireUpTo(long forgottenMillis, String source) {
    long inStep = noted.inStepMillis();
    if (forgottenMillis >= inStep + knownFor - skew) {
      throw new AumbryException(
          ErrorCode.REPLICA_OUTDATED,
          "This replica was last in step at %s; by %s, deletes of up to %s may be forgotten"
              .formatted(at(inStep), source, at(forgottenMillis - knownFor)));
    }
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /**
   * Whether peers may have forgotten deletes that this replica missed before its store was opened,
   * by its clock and by all that it has read and heard since. A replica in doubt serves nothing and
   * takes nothing; it only asks.
   */
  public boolean isDoubtful() {
    return isDoubtfulSince(openedMillis);
  }

  /** Whether the replica would be in doubt if its store was opened now. */
  public boolean wouldBeDoubtful() {
    return isDoubtfulSince(rule.time().wallMillis());
  }

  private boolean isDoubtfulSince(long millis) {
    boolean peersDecide = !rule.isRecorded() || comparison == Comparison.UNKNOWN;
    long trusted = Math.max(comparedMillis.get(), peersDecide ? vouchedMillis.get() : 0);
    long sure = Math.max(noted.inStepMillis(), trusted) + knownFor - 2 * skew;
    return rule.vouchers() > 0 && millis >= sure;
  }

  /** Whether the forget horizon is to be read: it was not yet, or may end the doubt by now. */
  public boolean needsComparison() {
    return comparison == Comparison.PENDING
        || (comparison == Comparison.UNKNOWN && rule.isRecorded() && isDoubtful());
  }

  /** Whether the forget horizon was read since the store was opened. */
  public boolean isCompared() {
    return comparison != Comparison.PENDING;
  }

  /**
   * The time as of which this replica had all that any replica had accepted, as it tells peers. A
   * peer in another data centre is told no later time than the horizon that is on disk here: so no
   * data centre forgets deletes of which the horizon of another one does not know.
   */
  public long inStepMillis(Distance toPeer) {
    return toPeer == Distance.NEAR || !rule.isRecorded()
        ? noted.inStepMillis()
        : Math.min(noted.inStepMillis(), horizon.last());
  }

  /** For peers: deletes that were old enough then may have been forgotten here. */
  public long agreedMillis() {
    return noted.agreedMillis();
  }

  /**
   * The time up to which a puller or this replica may have forgotten deletes. Nobody has agreed to
   * a time that is still to come. The delete of a blob may be lost here, in damage that has healed,
   * when no replica knows it any more. The PUT alone would bring the blob back.
   *
   * @param pullerMillis the time that the puller states
   */
  public long forgottenMillis(long pullerMillis) {
    return Math.max(Math.min(pullerMillis, rule.time().wallMillis()), noted.agreedMillis());
  }

  /**
   * Whether this replica has each undelete of the deletes that may be forgotten as of a time: it
   * was in step when the last of them could not be taken back any more.
   */
  public boolean hasUndeletesOf(long forgottenMillis) {
    return noted.inStepMillis() >= forgottenMillis - knownFor + undeletableFor + skew;
  }

  /**
   * As of when this replica knows which blobs have ended for good, by its note: it had all records
   * of all replicas then, and so had they.
   */
  long sharedMillis() {
    return Math.min(noted.inStepMillis(), noted.agreedMillis());
  }

  /** The part of an agreement that the recorded horizon covers, and compaction may act on. */
  Agreement bounded(Agreement agreement) {
    return rule.isRecorded()
        ? new Agreement(
            agreement.acknowledged(),
            agreement.inSyncMillis(),
            Math.min(agreement.sharedMillis(), horizon.last()))
        : agreement;
  }

  /**
   * The horizon to record before this replica may forget more; empty while the recorded one is
   * nearly as late. A partition of which nothing was forgotten yet gets the earliest one, which
   * says so to replicas that open later. It is never later than the time as of which this replica
   * has noted that it was in step: its own horizon must not make it outdated. A record that was
   * lost or restored from a backup is raised again to the highest horizon that was read before.
   *
   * @param nearMillis all replicas of this data centre were in step as of this time; 0 if that is
   *     not known
   */
  public OptionalLong horizonToRecord(long nearMillis) {
    Horizon known = horizon;
    long least = Math.max(EARLIEST, Math.max(noted.agreedMillis(), known.highest()));
    long recorded = known.last();
    long near = Math.min(nearMillis, noted.inStepMillis());
    return recorded < least || near >= recorded + grain
        ? OptionalLong.of(Math.max(near, least))
        : OptionalLong.empty();
  }

  /** Whether an agreement is later than the note by enough to be worth another note. */
  boolean isBehind(Agreement agreement) {
    return hasNotedLoss()
        || isBehind(noted.inStepMillis(), agreement.inSyncMillis())
        || isBehind(noted.agreedMillis(), agreement.sharedMillis());
  }

  private boolean isBehind(long known, long now) {
    return known == 0 ? now > 0 : now >= known + grain;
  }

  /** The note to write before compaction acts on an agreement. */
  Noted agreed(long sequence, Agreement agreement) {
    return new Noted(
        sequence,
        Math.max(noted.inStepMillis(), agreement.inSyncMillis()),
        Math.max(noted.agreedMillis(), agreement.sharedMillis()));
  }

  /**
   * The note of a replica that has become complete. It lacks the deletes that its peers had
   * forgotten. If no peer was complete, it has caught up with all replicas of all data centres as
   * of its opening.
   *
   * @param provenMillis as {@link ReplicaProgress#provenInStepMillis}
   */
  Noted completed(long sequence, long provenMillis) {
    long inStep = provenMillis > 0 ? provenMillis : openedMillis;
    return new Noted(
        sequence,
        Math.min(inStep, rule.time().wallMillis()),
        Math.max(noted.agreedMillis(), heardMillis.get()),
        noted.soundUpTo());
  }

  /** The note of a replica that has lost the records behind {@code last}. */
  Noted lostAfter(long last) {
    return noted.lostAfter(last);
  }

  /** Whether peers are told that records were lost; see {@link Noted#soundUpTo}. */
  public boolean hasNotedLoss() {
    return noted.soundUpTo() != Noted.ALL;
  }

  /** The note is on disk. */
  void noted(Noted next) {
    noted = next;
  }
}
