package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How an open replica stands with its peers: what it has of theirs, and what they have of its own.
 * Each peer's entry has one writer, the thread that pulls from it or answers it; all may read.
 */
public final class ReplicaProgress {
  private final Map<NodeId, PeerProgress> peers = new ConcurrentHashMap<>();
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Map<NodeId, Long> inSync = new ConcurrentHashMap<>();

  /** Of which damage here each peer was asked for its records once more. */
  private final Map<NodeId, Long> asked = new ConcurrentHashMap<>();

  private final AtomicBoolean fetching = new AtomicBoolean();
  private volatile boolean complete;
  private volatile boolean unsaved;

  ReplicaProgress(boolean complete, Map<NodeId, PeerToken> tokens) {
    this.complete = complete;
    tokens.forEach((peer, token) -> peers.put(peer, PeerProgress.restored(token)));
  }

  public PeerProgress of(NodeId peer) {
    return peers.getOrDefault(peer, PeerProgress.NONE);
  }

  /** A peer has said which store it has, and the sequence number of its last record. */
  public void heard(NodeId peer, UUID store, long end) {
    peers.put(peer, of(peer).hear(store, end));
  }

  /** All records of a peer up to {@code last} are durable here. */
  public void advanced(NodeId peer, UUID store, long last) {
    PeerProgress before = of(peer);
    PeerProgress after = before.advance(store, last);
    peers.put(peer, after);
    if (!after.token().equals(before.token())) {
      unsaved = true;
    }
  }

  /**
   * Where to go on with a peer: from its first record on, once, when more was found damaged here.
   *
   * @param damages as {@link io.aumbry.store.BlobStore.Damaged#version}
   */
  public PeerToken next(NodeId peer, long damages) {
    if (damages > asked.getOrDefault(peer, 0L)) {
      asked.put(peer, damages);
      peers.put(peer, of(peer).again());
    }
    return of(peer).token();
  }

  /** Whether all records of some peer's store up to {@code last} are durable here. */
  public boolean holds(UUID store, long last) {
    return peers.values().stream()
        .map(PeerProgress::token)
        .anyMatch(token -> token.store().equals(store) && token.last() >= last);
  }

  /**
   * All that a peer had accepted at {@code wallMillis}, by the clock of this node, is durable here.
   */
  public void inSync(NodeId peer, long wallMillis) {
    inSync.merge(peer, wallMillis, Math::max);
  }

  /** When this was last so since it was opened, in milliseconds since 1970. */
  public OptionalLong inSyncWith(NodeId peer) {
    Long millis = inSync.get(peer);
    return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
  }

  /** A peer has said that it has all records of this store up to {@code last}. */
  public void acknowledged(String peer, long last) {
    acknowledged.put(peer, last);
  }

  /**
   * Up to which record of this store a peer has all, as far as it has said since this was opened.
   */
  public long acknowledgedBy(NodeId peer) {
    return acknowledged.getOrDefault(peer.name(), -1L);
  }

  /**
   * Claims the right to fetch records, so that what several peers have is fetched from one of them.
   */
  public boolean claimFetch() {
    return fetching.compareAndSet(false, true);
  }

  public void releaseFetch() {
    fetching.set(false);
  }

  /** Whether it has been complete once, since its store was made. */
  public boolean isComplete() {
    return complete;
  }

  void completed() {
    complete = true;
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
