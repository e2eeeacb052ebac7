package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replica.ReplicaNotes;
import io.aumbry.server.replica.ReplicaRegistry;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What came of the comparisons of the replicas of this node. One thread adds, any may ask; what is
 * kept beside the stores is read when a store is first asked about, on a thread that may wait.
 */
public final class Findings {
  private static final Logger LOG = LoggerFactory.getLogger(Findings.class);

  private final NodeId self;
  private final ReplicaRegistry registry;

  /** By store, then by peer. */
  private final Map<UUID, Map<NodeId, Comparison>> comparisons = new ConcurrentHashMap<>();

  public Findings(NodeId self, ReplicaRegistry registry) {
    this.self = self;
    this.registry = registry;
  }

  /** What came of the last comparison with the store that a peer has now. */
  Comparison of(HostedReplica here, NodeId peer) {
    Comparison last = of(here).getOrDefault(peer, Comparison.NEVER);
    PeerProgress progress = here.progress().of(peer);
    boolean replaced = progress.heard() && !progress.token().store().equals(last.store());
    return replaced ? Comparison.NEVER : last;
  }

  private Map<NodeId, Comparison> of(HostedReplica here) {
    return comparisons.getOrDefault(here.store().id(), Map.of());
  }

  /** Reads what was kept of the replicas that are open, and forgets those that are not. */
  void recall() {
    Map<UUID, HostedReplica> open = new HashMap<>();
    registry.all().forEach(replica -> open.put(replica.store().id(), replica));
    comparisons.keySet().retainAll(open.keySet());
    open.forEach((store, replica) -> {
      if (!comparisons.containsKey(store) && replica.disk().isHealthy()) {
        comparisons.put(store, read(replica));
      }
    });
  }

  private static Map<NodeId, Comparison> read(HostedReplica replica) {
    try {
      Optional<ByteBuffer> note =
          replica.disk().readNote(ReplicaNotes.comparedName(replica.partition()));
      return note.map(bytes -> ComparisonNote.read(bytes, replica.store().id())).orElse(Map.of());
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("partition", replica.partition())
          .setCause(e)
          .log("not known when this was compared; it is compared anew");
      return Map.of();
    }
  }

  /** Takes note of a comparison, on disk as well. */
  void add(HostedReplica here, NodeId peer, Comparison comparison) {
    Map<NodeId, Comparison> next = new HashMap<>(of(here));
    next.put(peer, comparison);
    comparisons.put(here.store().id(), Map.copyOf(next));
    try {
      here.disk()
          .writeNote(
              ReplicaNotes.comparedName(here.partition()),
              ComparisonNote.write(here.store().id(), next),
              false);
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("partition", here.partition())
          .setCause(e)
          .log("not noted that this was compared; after a restart it is compared anew");
    }
  }

  /**
   * What is proven of a replica of this node.
   *
   * @param provenMillis it had all blobs that were made up to this time, and so had each peer that
   *     it is compared with; 0 if that cannot be said
   * @param unproven peers of which that cannot be said
   * @param open what was found by the last comparisons and not repaired
   */
  public record Proof(long provenMillis, int unproven, Comparison.Open open) {}

  /** What is proven of the replica of a partition, if it is open here. */
  public Optional<Proof> proof(int partition, ClusterView view) {
    return registry.find(partition).map(here -> proof(here, view));
  }

  /** What is proven of a replica, by the peers that a view of the cluster lists. */
  public Proof proof(HostedReplica here, ClusterView view) {
    long proven = Long.MAX_VALUE;
    int unproven = 0;
    Comparison.Open open = Comparison.Open.NOTHING;
    for (Replica peer : ComparedPairs.of(here, self, view)) {
      Comparison comparison = of(here, peer.node().id());
      proven = Math.min(proven, comparison.provenMillis());
      unproven += comparison.provenMillis() == 0 ? 1 : 0;
      open = open.plus(comparison.open());
    }
    boolean known = proven != Long.MAX_VALUE && here.progress().isComplete();
    return new Proof(known ? proven : 0, unproven, open);
  }
}
