package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Hint;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Hints of frontends: blobs that they found on another replica but not here. Any thread adds, one
 * takes.
 */
public final class ReceivedHints {
  /** More hints are refused: the next reader or comparison finds the blob again. */
  static final int MOST = 1_000;

  private final ReplicaRegistry registry;

  /** Guarded by this. */
  private final Set<BlobId> noted = new LinkedHashSet<>();

  private final Counter received;
  private final Counter dropped;

  private volatile Runnable listener = () -> {};

  public ReceivedHints(ReplicaRegistry registry, Metrics metrics) {
    this.registry = registry;
    this.received =
        metrics.counter(
            "aumbry_server_hints_received_total", "Repair hints received from frontends");
    this.dropped =
        metrics.counter(
            "aumbry_server_hints_dropped_total",
            "Repair hints refused: the replica is incomplete, or too many hints wait");
  }

  /**
   * Adds a hint.
   *
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} or {@code OVERLOADED}
   */
  public NodeResponse answer(Hint hint) {
    received.increment();
    int partition = hint.id().partition();
    if (replica(partition).isEmpty()) {
      dropped.increment();
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE,
          "The replica of partition " + partition + " here is not complete");
    }
    if (!add(hint.id())) {
      dropped.increment();
      throw new AumbryException(
          ErrorCode.OVERLOADED, "Too many waiting hints, the limit is " + MOST);
    }
    listener.run();
    return new NodeResponse.Done();
  }

  /** Calls {@code other} after each hint from now on. It must not wait. */
  void tell(Runnable other) {
    listener = other;
  }

  private synchronized boolean add(BlobId id) {
    if (noted.size() >= MOST) {
      return noted.contains(id);
    }
    noted.add(id);
    return true;
  }

  Optional<HostedReplica> replica(int partition) {
    return registry
        .find(partition)
        .filter(here -> here.state().isReadable() && here.isPulling() && !here.isDoubtful())
        .filter(here -> here.progress().isComplete());
  }

  synchronized int count() {
    return noted.size();
  }

  synchronized List<BlobId> takeAll() {
    List<BlobId> taken = new ArrayList<>(noted);
    noted.clear();
    return taken;
  }
}
