package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeRequest.Pull.From;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.partition.Openings;
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
 * Tracks which records of its peers an open replica has, and which of its records peers have. A
 * parameter {@code damages} is a version of {@link HostedReplica#damaged}. A position that was not
 * verified as of that version proves nothing.
 *
 * <p>The puller of a peer writes that peer's entry, and pullers of other peers move its token.
 * Request threads, compaction and the token saver read. Readers rely on these orders:
 *
 * <ul>
 *   <li>An entry of {@link #peers} is replaced as a whole. Token and verified damage change in one
 *       step, so no reader takes a token from before the damage as verified. A reader takes both
 *       from one read of the entry.
 *   <li>A token changes before {@link #unsaved} is set, and {@link #takeUnsaved} clears the flag
 *       before it reads the tokens. A change is saved now or by the next call.
 *   <li>{@link #lost} is never cleared, and outweighs {@link #complete}.
 *   <li>{@link #arrived} adds a record to {@link #unconfirmed} before it reads the acknowledgement
 *       again. A pull request stores the acknowledgement before it confirms.
 * </ul>
 */
public final class ReplicaProgress {
  private final Map<NodeId, PeerProgress> peers = new ConcurrentHashMap<>();
  private final Map<String, Acknowledged> acknowledged = new ConcurrentHashMap<>();
  private final UnconfirmedSince unconfirmed = new UnconfirmedSince();

  /** The version of damage here after which all records of a peer were requested again. */
  private final Map<NodeId, Long> readAgain = new ConcurrentHashMap<>();

  private final AtomicReference<StuckSince> stuckSince =
      new AtomicReference<>(new StuckSince(0, Map.of(), 0));

  /** The version of damage that may heal when older tokens are no longer on disk. */
  private final AtomicLong readAgainAs = new AtomicLong();

  private final Set<Distance> fetching = ConcurrentHashMap.newKeySet();
  private final StalenessCheck recency;
  private volatile Openings openings;

  /** A replica that claimed nothing when it was opened has nothing to lose. */
  private final boolean hadClaims;

  private final Mutex noting = new Mutex();

  private volatile boolean lost;
  private volatile boolean lossNoted;
  private volatile boolean complete;
  private volatile boolean unsaved;

  /**
   * @param read the last record that was read of each peer
   */
  private record StuckSince(long version, Map<NodeId, Long> read, long nanos) {}

  /**
   * For a store that is being opened.
   *
   * @param openings with this one
   */
  ReplicaProgress(
      boolean complete, Map<NodeId, PeerToken> tokens, StalenessCheck recency, Openings openings) {
    this.complete = complete;
    this.openings = openings;
    this.hadClaims = complete || !tokens.isEmpty();
    this.recency = recency;
    tokens.forEach((peer, token) -> peers.put(peer, PeerProgress.restored(token)));
  }

  public PeerProgress of(NodeId peer) {
    return peers.getOrDefault(peer, PeerProgress.NONE);
  }

  /**
   * A peer has stated its store and end.
   *
   * @param askedMillis time of the request, by the clock of this node
   */
  public void heard(NodeId peer, Source source, long askedMillis) {
    UUID before = of(peer).token().store();
    peers.compute(
        peer, (_, known) -> (known == null ? PeerProgress.NONE : known).hear(source, askedMillis));
    // Comparisons with a replaced store prove nothing, also after a restart.
    if (!before.equals(From.NO_STORE) && !before.equals(source.store())) {
      unsaved = true;
    }
  }

  /**
   * All records up to {@code last} are durable here.
   *
   * @param source the opening that gave these records; another one may use their numbers again
   * @param damages read before the check for these records
   */
  public void advanced(NodeId peer, Source source, long last, long damages) {
    move(peer, known -> known.advance(source, last, damages));
  }

  private void move(NodeId peer, UnaryOperator<PeerProgress> step) {
    PeerToken before = of(peer).token();
    peers.computeIfPresent(peer, (_, known) -> step.apply(known));
    if (!of(peer).token().equals(before)) {
      unsaved = true;
    }
  }

  /** The position after which to ask a peer. New damage here resets it to the first record once. */
  public PeerToken next(NodeId peer, long damages) {
    if (!of(peer).isVerified(damages)) {
      peers.compute(peer, (_, known) -> (known == null ? PeerProgress.NONE : known).again(damages));
      unsaved = true;
    }
    return of(peer).token();
  }

  /**
   * The time since one of these peers was last read further than before, or since the damage became
   * known. Its first version is 1.
   */
  public Duration stuckFor(Collection<NodeId> unread, long damages, long nowNanos) {
    StuckSince since =
        stuckSince.updateAndGet(last -> {
          boolean isSame = last.version() == damages;
          Map<NodeId, Long> read = new HashMap<>(isSame ? last.read() : Map.of());
          unread.forEach(peer -> read.merge(peer, of(peer).token().last(), Math::max));
          return isSame && last.read().equals(read)
              ? last
              : new StuckSince(damages, read, nowNanos);
        });
    return Duration.ofNanos(nowNanos - since.nanos());
  }

  /**
   * Returns the peers that were not pulled to their end again since this damage. To be called after
   * each answer.
   */
  public List<NodeId> notReadAgain(Collection<NodeId> peers, long damages) {
    for (NodeId peer : peers) {
      PeerProgress known = of(peer);
      if (known.isVerified(damages) && known.heard() && known.lag() == 0) {
        readAgain.merge(peer, damages, Math::max);
      }
    }
    return peers.stream().filter(peer -> readAgain.getOrDefault(peer, 0L) < damages).toList();
  }

  /**
   * Treats all records of peers as pulled again since this damage. The damage may heal once the
   * present tokens are on disk: after a restart, no other note would void older tokens.
   */
  public void readAgain(long damages) {
    readAgainAs.accumulateAndGet(damages, Math::max);
  }

  /** The last version of damage since which all peers were read again; 0 for none. */
  public long readAgainAs() {
    return readAgainAs.get();
  }

  /** The version vector: the verified positions of this replica in the stores of these peers. */
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
   * Adopts the version vector of a peer's answer if all records of the answering store are here.
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

  /** A position also counts under a later opening of its store. */
  private void adopt(Held held, long damages) {
    peers.forEach((peer, known) -> {
      if (known.token().isWithin(held)) {
        peers.computeIfPresent(peer, (_, now) -> now.adopt(held, damages));
        unsaved = true;
      }
    });
  }

  /** Whether all records of a peer's store up to a number are durable here. */
  public boolean holds(Held held, long damages) {
    return peers.values().stream()
        .filter(known -> known.isVerified(damages))
        .map(PeerProgress::token)
        .filter(token -> token.openedMillis() == held.openedMillis())
        .anyMatch(token -> token.store().equals(held.store()) && token.last() >= held.last());
  }

  /**
   * When this replica last had all records of a peer, by the clock of this node; empty if unknown.
   * A time ahead of the clock is from before the clock was set back.
   */
  public OptionalLong inSyncWith(NodeId peer) {
    OptionalLong millis = of(peer).inSyncMillis();
    return millis.isPresent() && recency.isAhead(millis.getAsLong())
        ? OptionalLong.empty()
        : millis;
  }

  public void acknowledged(String peer, Acknowledged said) {
    acknowledged.put(peer, said);
  }

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
   * @return the nanoseconds since the first unconfirmed record, if there was one
   */
  public OptionalLong confirmed(String peer, long last, long nanos) {
    return unconfirmed.confirmed(peer, last, nanos);
  }

  public Acknowledged acknowledgedBy(NodeId peer) {
    return acknowledged.getOrDefault(peer.name(), Acknowledged.NONE);
  }

  /**
   * Claims the right to fetch over a distance, so that only one puller fetches a record that
   * several peers have.
   */
  public boolean claimFetch(Distance distance) {
    return fetching.add(distance);
  }

  public void releaseFetch(Distance distance) {
    fetching.remove(distance);
  }

  public StalenessCheck recency() {
    return recency;
  }

  /**
   * The time in step that a peer is told. An incomplete replica says 0: it may lack any record,
   * however old.
   */
  public long inStepMillis(Distance toPeer) {
    return isComplete() ? recency.inStepMillis(toPeer) : 0;
  }

  /**
   * The latest time as of which all records that any replica had accepted are here, by statements
   * of complete peers since the store was opened; 0 without any.
   */
  public long provenInStepMillis() {
    return peers.values().stream().mapToLong(PeerProgress::inStepMillis).max().orElse(0);
  }

  /** Whether it was complete once since its store was created, and has lost nothing since. */
  public boolean isComplete() {
    return complete && !lost;
  }

  void completed() {
    complete = true;
  }

  /**
   * The files of the store were opened again. To be called before it takes records: a peer that got
   * one under the name of the former opening would show a loss to later ones.
   */
  void reopened(Openings withThis) {
    openings = withThis;
  }

  public Opening opening() {
    return openings.current();
  }

  /** This opening, for a peer with a position under the opening of {@code underMillis}. */
  public Opening openingAsOf(long underMillis) {
    return openings.asOf(underMillis);
  }

  /**
   * Whether the store has lost records before it was opened, and the replica does not know: a peer
   * has had records up to {@code last} under the opening of {@code openedMillis}.
   */
  public boolean provesLoss(long openedMillis, long last) {
    return hadClaims && openings.showLoss(openedMillis, last, recency.settledMillis());
  }

  /**
   * Held while notes of this replica are written, so that none of them undoes the note of a loss.
   */
  Mutex noting() {
    return noting;
  }

  void loseRecords() {
    lost = true;
  }

  void lossNoted() {
    lossNoted = true;
  }

  /** Whether it has lost records, and the notes beside its store do not say so yet. */
  boolean hasLossToNote() {
    return lost && !lossNoted;
  }

  boolean hasLostRecords() {
    return lost;
  }

  /**
   * Empty if no token has changed since the last call. An unverified token is returned as the first
   * position.
   */
  Map<NodeId, PeerToken> takeUnsaved(long damages) {
    if (!unsaved) {
      return Map.of();
    }
    unsaved = false;
    return tokens(damages);
  }

  Map<NodeId, PeerToken> tokens(long damages) {
    Map<NodeId, PeerToken> tokens = new HashMap<>();
    peers.forEach((peer, known) ->
        tokens.put(peer, known.isVerified(damages) ? known.token() : known.token().at(0)));
    return tokens;
  }
}
