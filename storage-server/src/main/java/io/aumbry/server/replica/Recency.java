package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.compaction.Agreement;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When a replica was last known to be in step with all others, and so whether they may have
 * forgotten deletes that it has missed. The rules and their proof are in the description of {@code
 * io.aumbry.server.replication}. Any thread; {@link #noted} by one at a time.
 */
public final class Recency {
  /** Clocks of nodes differ by less than this, in milliseconds. */
  private static final long SKEW = Duration.ofHours(1).toMillis();

  /** What has changed by less is not worth a note, in milliseconds. */
  private static final long GRAIN = Duration.ofMinutes(10).toMillis();

  private final Rule rule;
  private final long knownFor;
  private final long openedMillis;
  private volatile Noted noted;

  /** When each peer was last asked that turned out to have forgotten nothing since. */
  private final Map<NodeId, Long> vouched = new ConcurrentHashMap<>();

  private volatile long vouchedMillis;
  private volatile long heardMillis;

  /**
   * What holds for all replicas of a node.
   *
   * @param vouchers so many others must have forgotten nothing before a replica that was away for
   *     long is used again: with it, a write quorum
   */
  public record Rule(Time time, int vouchers) {}

  /**
   * As is kept beside a store; times in milliseconds since 1970.
   *
   * @param sequence the last record of the store when this was noted: one that ends before is an
   *     older copy
   * @param inStepMillis all that any replica had accepted then is here
   * @param agreedMillis deletes that were old enough then may have been forgotten here; 0 when none
   *     ever was
   * @param soundUpTo records behind this one were lost once, and peers may have had others under
   *     these numbers; until all have said what they have of the store as it is now
   */
  record Noted(long sequence, long inStepMillis, long agreedMillis, long soundUpTo) {
    private static final long ALL = Long.MAX_VALUE;

    /** Of a store that has lost nothing. */
    Noted(long sequence, long inStepMillis, long agreedMillis) {
      this(sequence, inStepMillis, agreedMillis, ALL);
    }

    /** As well, that it has lost the records behind one. */
    Noted lostAfter(long last) {
      return new Noted(sequence, inStepMillis, agreedMillis, Math.min(soundUpTo, last));
    }
  }

  /**
   * Of a replica whose store is being opened.
   *
   * @param deletesKnownFor so long all replicas know at least that a blob was deleted
   */
  Recency(Rule rule, Duration deletesKnownFor, Noted noted) {
    this.rule = rule;
    this.knownFor = deletesKnownFor.toMillis();
    this.openedMillis = rule.time().wallMillis();
    this.noted = noted;
  }

  /**
   * A peer has said when deletes may last have been forgotten there; one whose clock is ahead says
   * nothing.
   *
   * @param agreedMillis as in its {@link Noted}
   * @param askedMillis when it was asked, by the clock of this node
   * @throws AumbryException {@code REPLICA_OUTDATED} when it may have forgotten what is not known
   *     here
   */
  public void hear(NodeId peer, long agreedMillis, long askedMillis) {
    if (agreedMillis > rule.time().wallMillis() + SKEW) {
      return;
    }
    if (agreedMillis >= noted.inStepMillis() + knownFor - SKEW) {
      throw new AumbryException(
          ErrorCode.REPLICA_OUTDATED,
          "This replica was last in step at %s, and %s may have forgotten deletes of up to %s"
              .formatted(at(noted.inStepMillis()), peer, at(agreedMillis - knownFor)));
    }
    heardMillis = Math.max(heardMillis, agreedMillis);
    vouched.put(peer, askedMillis);
    vouchedMillis =
        vouched.values().stream()
            .sorted(Comparator.reverseOrder())
            .skip(Math.max(0, rule.vouchers() - 1))
            .findFirst()
            .orElse(0L);
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  /**
   * Whether it may have missed deletes that all others have forgotten before its store was opened,
   * as far as the clock and what was heard of others say: it then says nothing, and takes nothing,
   * but asks its peers.
   */
  public boolean isDoubtful() {
    return isDoubtfulSince(openedMillis);
  }

  /** Whether it would be if its store was opened now. */
  public boolean wouldBeDoubtful() {
    return isDoubtfulSince(rule.time().wallMillis());
  }

  private boolean isDoubtfulSince(long millis) {
    long sure = Math.max(noted.inStepMillis(), vouchedMillis) + knownFor - 2 * SKEW;
    return rule.vouchers() > 0 && millis >= sure;
  }

  /** For peers: all that any replica had accepted then is here. */
  public long inStepMillis() {
    return noted.inStepMillis();
  }

  /** For peers: deletes that were old enough then may have been forgotten here. */
  public long agreedMillis() {
    return noted.agreedMillis();
  }

  /** Whether what all agree on is so much later than what is noted that it is worth a note. */
  boolean isBehind(Agreement agreement) {
    return hasNotedLoss()
        || isBehind(noted.inStepMillis(), agreement.inSyncMillis())
        || isBehind(noted.agreedMillis(), agreement.sharedMillis());
  }

  private static boolean isBehind(long known, long now) {
    return known == 0 ? now > 0 : now >= known + GRAIN;
  }

  /** What to note when all replicas agree on what there was at a time, before anything goes. */
  Noted agreed(long sequence, Agreement agreement) {
    return new Noted(
        sequence,
        Math.max(noted.inStepMillis(), agreement.inSyncMillis()),
        Math.max(noted.agreedMillis(), agreement.sharedMillis()));
  }

  /**
   * What to note when it has all that the others had when this was opened: what they have forgotten
   * is not known here either.
   */
  Noted completed(long sequence) {
    return new Noted(
        sequence,
        Math.max(noted.inStepMillis(), openedMillis),
        Math.max(noted.agreedMillis(), heardMillis),
        noted.soundUpTo());
  }

  /** What to note when peers have had records behind {@code last} that are not here any more. */
  Noted lostAfter(long last) {
    return noted.lostAfter(last);
  }

  /** Whether peers are told that records were lost; see {@link Noted#soundUpTo}. */
  public boolean hasNotedLoss() {
    return noted.soundUpTo() != Noted.ALL;
  }

  /** This is on disk now. */
  void noted(Noted next) {
    noted = next;
  }
}
