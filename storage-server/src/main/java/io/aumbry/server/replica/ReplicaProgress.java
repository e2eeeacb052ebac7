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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Tracks how an open replica stands with its peers: the records of peers that it has, and the
 * records of this store that peers have.
 *
 * <p>The puller of a peer writes the entry of that peer, and pullers of other peers move its token.
 * Request threads, compaction and the token saver read. Readers rely on these orders:
 *
 * <ul>
 *   <li>An entry of {@link #peers} is replaced whole. Its token and the damage as of which the
 *       token is verified change in one step, so a reader never sees a token from before the damage
 *       as verified. A reader takes both from one look at the entry.
 *   <li>A token changes before {@link #unsaved} is set, and {@link #takeUnsaved} clears the flag
 *       before it reads the tokens. A change is saved now or by the next call.
 *   <li>{@link #lost} is never cleared, and outweighs {@link #complete}. A replica that becomes
 *       complete while a peer finds that it has lost records is not complete.
 *   <li>{@link #arrived} adds a record to {@link #unconfirmed} before it looks again for the
 *       acknowledgement, and a pull request stores the acknowledgement before it confirms.
 * </ul>
 */
public final class ReplicaProgress {
  private final Map<NodeId, PeerProgress> peers = new ConcurrentHashMap<>();
  private final Map<String, Acknowledged> acknowledged = new ConcurrentHashMap<>();
  private final UnconfirmedSince unconfirmed = new UnconfirmedSince();

  /** As of which damage here all that a peer has was asked for once more. */
  private final Map<NodeId, Long> readAgain = new ConcurrentHashMap<>();

  private final AtomicReference<DamagedSince> damagedSince =
      new AtomicReference<>(new DamagedSince(0, 0));

  /** Damage that may heal once tokens from before it are not on disk any more. */
  private final AtomicLong readAgainAs = new AtomicLong();

  private final Set<Distance> fetching = ConcurrentHashMap.newKeySet();
  private final StalenessCheck recency;
  private final Opening opening;
  private volatile boolean lost;
  private volatile boolean complete;
  private volatile boolean unsaved;

  /** The time at which damage of that version was noticed first. */
  private record DamagedSince(long version, long nanos) {}

  /** For a store that is being opened. */
  ReplicaProgress(
      boolean complete, Map<NodeId, PeerToken> tokens, StalenessCheck recency, Opening opening) {
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

  /**
   * All records of a peer's store up to {@code last} are durable here.
   *
   * @param damages as {@link #next}, from before it was looked for these records here
   */
  public void advanced(NodeId peer, UUID store, long last, long damages) {
    move(peer, known -> known.advance(store, last, damages));
  }

  private void move(NodeId peer, UnaryOperator<PeerProgress> step) {
    PeerToken before = of(peer).token();
    peers.computeIfPresent(peer, (_, known) -> step.apply(known));
    if (!of(peer).token().equals(before)) {
      unsaved = true;
    }
  }

  /**
   * From now on the newest records of a peer's store come first, from its last record on.
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

  /** The oldest records of a peer's store come first again. */
  public void forgetHead(NodeId peer) {
    move(peer, PeerProgress::withoutHead);
  }

  /**
   * Where to go on with a peer: from its first record on, once, when more was found damaged here.
   *
   * @param damages version of {@link HostedReplica#damaged}
   */
  public PeerToken next(NodeId peer, long damages) {
    if (!of(peer).isVerified(damages)) {
      peers.compute(peer, (_, known) -> (known == null ? PeerProgress.NONE : known).again(damages));
      unsaved = true;
    }
    return of(peer).token();
  }

  /** For how long it is known that there is damage of that version here; the first is 1. */
  public Duration damagedFor(long damages, long nowNanos) {
    DamagedSince since =
        damagedSince.updateAndGet(
            last -> last.version() == damages ? last : new DamagedSince(damages, nowNanos));
    return Duration.ofNanos(nowNanos - since.nanos());
  }

  /**
   * Whether all records of each of these peers were asked for again since that damage was found
   * here; to be called after each answer of a peer.
   *
   * @param damages as {@link #next}
   */
  public boolean hasReadAgain(Collection<NodeId> peers, long damages) {
    for (NodeId peer : peers) {
      PeerProgress known = of(peer);
      if (known.isVerified(damages) && known.heard() && known.lag() == 0) {
        readAgain.merge(peer, damages, Math::max);
      }
    }
    return peers.stream().allMatch(peer -> readAgain.getOrDefault(peer, 0L) >= damages);
  }

  /**
   * All records of peers count as read again since that damage. The damage may heal once the tokens
   * are on disk as they are now: after a restart nothing else says that older tokens are void.
   *
   * @param damages as {@link #next}
   */
  public void readAgain(long damages) {
    readAgainAs.accumulateAndGet(damages, Math::max);
  }

  /** The damage that may heal once the tokens of now are on disk; 0 for none so far. */
  long readAgainAs() {
    return readAgainAs.get();
  }

  /**
   * The positions that this replica has reached in the stores of these peers.
   *
   * @param damages as {@link #next}: positions that were not verified since are left out
   */
  public List<Held> held(Collection<NodeId> of, long damages) {
    List<Held> held = new ArrayList<>();
    for (NodeId peer : of) {
      PeerProgress known = of(peer);
      PeerToken token = known.token();
      if (token.last() > 0 && known.isVerified(damages)) {
        held.add(new Held(token.store(), token.last(), token.openedMillis()));
      }
    }
    return held;
  }

  /**
   * If all records of a peer's answer are here, then so are the records of other stores that the
   * peer has.
   *
   * @param damages as {@link #next}; a position in the peer's store from before them proves nothing
   */
  public void adopt(NodeId peer, Batch answer, long damages) {
    PeerProgress said = of(peer);
    PeerToken token = said.token();
    if (token.store().equals(answer.store())
        && token.last() >= answer.end()
        && said.isVerified(damages)) {
      answer.held().forEach(held -> adopt(held, damages));
    }
  }

  /** It counts under a later opening of that store as well. */
  private void adopt(Held held, long damages) {
    peers.forEach((peer, known) -> {
      if (known.token().isWithin(held)) {
        peers.computeIfPresent(peer, (_, now) -> now.adopt(held, damages));
        unsaved = true;
      }
    });
  }

  /**
   * Whether all records of a peer's store up to a number are durable here.
   *
   * @param damages as {@link #next}: a position that was not verified since proves nothing
   */
  public boolean holds(Held held, long damages) {
    return peers.values().stream()
        .filter(known -> known.isVerified(damages))
        .map(PeerProgress::token)
        .filter(token -> token.openedMillis() == held.openedMillis())
        .anyMatch(token -> token.store().equals(held.store()) && token.last() >= held.last());
  }

  /** As {@link PeerProgress#inSyncMillis}. */
  public OptionalLong inSyncWith(NodeId peer) {
    return of(peer).inSyncMillis();
  }

  /** A peer has said how far it has this store. */
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
   * @return the nanoseconds for which the confirmation was awaited, if it was
   */
  public OptionalLong confirmed(String peer, long last, long nanos) {
    return unconfirmed.confirmed(peer, last, nanos);
  }

  /** How far a peer has this store, by its last statement since this was opened. */
  public Acknowledged acknowledgedBy(NodeId peer) {
    return acknowledged.getOrDefault(peer.name(), Acknowledged.NONE);
  }

  /**
   * Claims the right to fetch records over a distance, so that records that several peers have are
   * fetched from only one peer.
   */
  public boolean claimFetch(Distance distance) {
    return fetching.add(distance);
  }

  public void releaseFetch(Distance distance) {
    fetching.remove(distance);
  }

  /** Whether it may have missed deletes that others have forgotten. */
  public StalenessCheck recency() {
    return recency;
  }

  /**
   * The time as of which it tells a peer to be in step. A replica that is not complete was never in
   * step: it may lack any record, however old.
   */
  public long inStepMillis(Distance toPeer) {
    return isComplete() ? recency.inStepMillis(toPeer) : 0;
  }

  /**
   * The latest time as of which all that any replica had accepted is here, by the statements of
   * complete peers since the store was opened; 0 if there is none.
   */
  public long provenInStepMillis() {
    return peers.values().stream().mapToLong(PeerProgress::inStepMillis).max().orElse(0);
  }

  /** Whether it has been complete once since its store was made, and has lost nothing since. */
  public boolean isComplete() {
    return complete && !lost;
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
  }

  boolean hasLostRecords() {
    return lost;
  }

  /**
   * The tokens if they have changed since they were last taken; else none. A token that was not
   * verified since the damage is taken as the first position.
   *
   * @param damages as {@link #next}
   */
  Map<NodeId, PeerToken> takeUnsaved(long damages) {
    if (!unsaved) {
      return Map.of();
    }
    unsaved = false;
    return tokens(damages);
  }

  /** The tokens, as {@link #takeUnsaved} takes them. */
  Map<NodeId, PeerToken> tokens(long damages) {
    Map<NodeId, PeerToken> tokens = new HashMap<>();
    peers.forEach((peer, known) ->
        tokens.put(peer, known.isVerified(damages) ? known.token() : known.token().at(0)));
    return tokens;
  }
}
