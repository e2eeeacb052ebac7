package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * How an open replica stands with its peers: what it has of theirs, and what they have of its own.
 * The thread that pulls from a peer takes note of what that says; what a peer has of others moves
 * their entries too, each by one atomic step. All may read.
 */
public final class ReplicaProgress {
  private final Map<NodeId, PeerProgress> peers = new ConcurrentHashMap<>();
  private final Map<String, Acknowledged> acknowledged = new ConcurrentHashMap<>();
  private final Unconfirmed unconfirmed = new Unconfirmed();

  /** As of which damage here it is certain that what a peer's token says is here. */
  private final Map<NodeId, Long> verified = new ConcurrentHashMap<>();

  /** As of which damage here all that a peer has was asked for once more. */
  private final Map<NodeId, Long> readAgain = new ConcurrentHashMap<>();

  private final AtomicReference<DamagedSince> damagedSince =
      new AtomicReference<>(new DamagedSince(0, 0));

  private final Set<Distance> fetching = ConcurrentHashMap.newKeySet();
  private final Recency recency;
  private final Opening opening;
  private volatile boolean lost;
  private volatile boolean complete;
  private volatile boolean unsaved;

  /** When damage of that version was first heard of. */
  private record DamagedSince(long version, long nanos) {}

  /** Of a replica whose store is being opened. */
  ReplicaProgress(
      boolean complete, Map<NodeId, PeerToken> tokens, Recency recency, Opening opening) {
    this.complete = complete;
    this.opening = opening;
    this.recency = recency;
    tokens.forEach((peer, token) -> peers.put(peer, PeerProgress.restored(token)));
  }

  public PeerProgress of(NodeId peer) {
    return peers.getOrDefault(peer, PeerProgress.NONE);
  }

  /**
   * A peer has said which store it has, and how far that goes.
   *
   * @param askedMillis when it was asked, by the clock of this node
   */
  public void heard(NodeId peer, Source source, long askedMillis) {
    peers.compute(
        peer, (_, known) -> (known == null ? PeerProgress.NONE : known).hear(source, askedMillis));
  }

  /** All records of a peer's store up to {@code last} are durable here. */
  public void advanced(NodeId peer, UUID store, long last) {
    move(peer, known -> known.advance(store, last));
  }

  private void move(NodeId peer, UnaryOperator<PeerProgress> step) {
    PeerToken before = of(peer).token();
    peers.computeIfPresent(peer, (_, known) -> step.apply(known));
    if (!of(peer).token().equals(before)) {
      unsaved = true;
    }
  }

  /**
   * From now on the newest records of a peer's store come first, what it had before when it had
   * said this included.
   *
   * @param damages as {@link #next}
   */
  public void beginHead(NodeId peer, Source source, long damages) {
    move(peer, known -> known.begin(source, damages));
  }

  /** A peer that was asked for records of its head range has said which store it has. */
  public void heardAhead(NodeId peer, Source source) {
    move(peer, known -> known.hearAhead(source));
  }

  /**
   * All records of {@code to} are durable here; if that is next to those of the token, it goes on
   * behind them.
   *
   * @param from the head range to which they were added; nothing is done when it is another one
   */
  public void extendHead(NodeId peer, HeadRange from, HeadRange to) {
    move(peer, known -> known.extend(from, to));
  }

  /** Of a peer's store the oldest records come first. */
  public void forgetHead(NodeId peer) {
    move(peer, PeerProgress::withoutHead);
  }

  /**
   * Where to go on with a peer: from its first record on, once, when more was found damaged here.
   *
   * @param damages as {@link io.aumbry.store.BlobStore.Damaged#version}
   */
  public PeerToken next(NodeId peer, long damages) {
    if (!isVerified(peer, damages)) {
      verified.put(peer, damages);
      peers.computeIfPresent(peer, (_, known) -> known.again());
    }
    return of(peer).token();
  }

  private boolean isVerified(NodeId peer, long damages) {
    return verified.getOrDefault(peer, 0L) >= damages;
  }

  /** For how long it is known that there is damage of that version here; the first is 1. */
  public Duration damagedFor(long damages, long nowNanos) {
    DamagedSince since =
        damagedSince.updateAndGet(
            last -> last.version() == damages ? last : new DamagedSince(damages, nowNanos));
    return Duration.ofNanos(nowNanos - since.nanos());
  }

  /**
   * Whether all that each of these peers has, or had at some time since, was asked for once more
   * since that damage was found here; to be asked after each answer of a peer.
   *
   * @param damages as {@link #next}
   */
  public boolean hasReadAgain(Collection<NodeId> peers, long damages) {
    for (NodeId peer : peers) {
      PeerProgress known = of(peer);
      if (isVerified(peer, damages) && known.heard() && known.lag() == 0) {
        readAgain.merge(peer, damages, Math::max);
      }
    }
    return peers.stream().allMatch(peer -> readAgain.getOrDefault(peer, 0L) >= damages);
  }

  /**
   * What this replica has of the stores of these peers.
   *
   * @param damages as {@link #next}: what is in doubt by them is left out
   */
  public List<Held> held(Collection<NodeId> of, long damages) {
    List<Held> held = new ArrayList<>();
    for (NodeId peer : of) {
      PeerToken token = of(peer).token();
      if (token.last() > 0 && isVerified(peer, damages)) {
        held.add(new Held(token.store(), token.last(), token.openedMillis()));
      }
    }
    return held;
  }

  /**
   * If all is here that a peer's answer speaks of, then so is what it says that it has of others.
   *
   * @param damages as {@link #next}; what was had of the peer before they were found proves nothing
   */
  public void adopt(NodeId peer, Batch answer, long damages) {
    PeerToken token = of(peer).token();
    if (token.store().equals(answer.store())
        && token.last() >= answer.end()
        && isVerified(peer, damages)) {
      answer.held().forEach(held -> adopt(held, damages));
    }
  }

  /** Under a later opening of that store than was heard of here it is as good. */
  private void adopt(Held held, long damages) {
    peers.forEach((peer, known) -> {
      if (known.token().isWithin(held)) {
        peers.computeIfPresent(peer, (_, now) -> now.adopt(held, damages));
        unsaved = true;
        verified.merge(peer, damages, Math::max);
      }
    });
  }

  /** Whether all records of some peer's store are durable here, as many as it had then. */
  public boolean holds(Held held) {
    return peers.values().stream()
        .map(PeerProgress::token)
        .filter(token -> token.openedMillis() == held.openedMillis())
        .anyMatch(token -> token.store().equals(held.store()) && token.last() >= held.last());
  }

  /** As {@link PeerProgress#inSyncMillis}. */
  public OptionalLong inSyncWith(NodeId peer) {
    return of(peer).inSyncMillis();
  }

  /** A peer has said what it has of this store. */
  public void acknowledged(String peer, Acknowledged said) {
    acknowledged.put(peer, said);
  }

  /** A record of that number is durable here, which peers now have to confirm. */
  public void arrived(long sequence, long nanos) {
    acknowledged.forEach((peer, said) -> {
      if (said.last() < sequence) {
        unconfirmed.arrived(peer, sequence, nanos);
        if (acknowledged.getOrDefault(peer, said).last() >= sequence) {
          unconfirmed.confirmed(peer, sequence, nanos);
        }
      }
    });
  }

  /**
   * A peer has confirmed all records up to {@code last}.
   *
   * @return for how many nanoseconds that was waited for, if it was
   */
  public OptionalLong confirmed(String peer, long last, long nanos) {
    return unconfirmed.confirmed(peer, last, nanos);
  }

  /** What a peer has of this store, as far as it has said since this was opened. */
  public Acknowledged acknowledgedBy(NodeId peer) {
    return acknowledged.getOrDefault(peer.name(), Acknowledged.NONE);
  }

  /**
   * Claims the right to fetch records over a distance, so that what several peers have is fetched
   * from one of them.
   */
  public boolean claimFetch(Distance distance) {
    return fetching.add(distance);
  }

  public void releaseFetch(Distance distance) {
    fetching.remove(distance);
  }

  /** Whether it may have missed deletes that others have forgotten. */
  public Recency recency() {
    return recency;
  }

  /** Whether it has been complete once, since its store was made. */
  public boolean isComplete() {
    return complete;
  }

  void completed() {
    complete = true;
  }

  /** For peers: under which opening its records have their numbers. */
  public Opening opening() {
    return opening;
  }

  /** A peer has had records of it that are not there any more. */
  void loseRecords() {
    lost = true;
    complete = false;
  }

  boolean hasLostRecords() {
    return lost;
  }

  /** The tokens if they have changed since they were last taken; else none. */
  Map<NodeId, PeerToken> takeUnsaved() {
    if (!unsaved) {
      return Map.of();
    }
    unsaved = false;
    Map<NodeId, PeerToken> tokens = new HashMap<>();
    peers.forEach((peer, progress) -> tokens.put(peer, progress.token()));
    return tokens;
  }
}
