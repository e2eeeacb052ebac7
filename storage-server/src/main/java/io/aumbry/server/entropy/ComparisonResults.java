package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replica.ReplicaNotes;
import io.aumbry.server.replica.ReplicaRegistry;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What came of the comparisons of the replicas of this node. One thread adds, any may ask; what is
 * kept beside the stores is read when a store is first asked about, on a thread that may wait.
 */
public final class ComparisonResults {
  private static final Logger LOG = LoggerFactory.getLogger(ComparisonResults.class);

  private final NodeId self;
  private final ReplicaRegistry registry;

  private final ProofRequests requests = new ProofRequests();

  /** By store, then by peer. */
  private final Map<UUID, Map<NodeId, Comparison>> comparisons = new ConcurrentHashMap<>();

  public ComparisonResults(NodeId self, ReplicaRegistry registry) {
    this.self = self;
    this.registry = registry;
  }

  /** The proofs that operators have asked for. */
  public ProofRequests requests() {
    return requests;
  }

  /** What came of the last comparison with the store that a peer has now. */
  Comparison of(HostedReplica here, NodeId peer) {
    Comparison last = of(here).getOrDefault(peer, Comparison.NEVER);
    PeerProgress progress = here.progress().of(peer);
    boolean replaced = progress.heard() && !progress.token().store().equals(last.store());
    return replaced ? last.ofNoStore() : last;
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
   * @param provenMillis of all blobs that were acknowledged anywhere it has each that was made up
   *     to this time; 0 if that cannot be said
   * @param unproven peers here, and other data centres, of which it is not proven that it has what
   *     they have
   * @param open what was found by the last comparisons and not repaired
   * @param wantedMillis as {@link ProofRequests#untilMillis}
   */
  public record Proof(long provenMillis, int unproven, Comparison.Open open, long wantedMillis) {}

  /** What is proven of the replica of a partition, if it is open here. */
  public Optional<Proof> proof(int partition, ClusterView view) {
    return registry.find(partition).map(here -> proof(here, view));
  }

  /** What is proven of a replica, by the peers that a view of the cluster lists. */
  public Proof proof(HostedReplica here, ClusterView view) {
    Watermarks proven = watermarks(here, view);
    int unproven = unprovenElsewhere(proven, view, 0).size();
    Comparison.Open open = Comparison.Open.NOTHING;
    for (Replica peer : ComparedPairs.of(here, self, view)) {
      Comparison comparison = of(here, peer.node().id());
      boolean isFar = peer.node().dataCenter() != view.local().id();
      unproven += isFar || comparison.provenMillis() > 0 ? 0 : 1;
      open = open.plus(comparison.open());
    }
    long upTo = Long.MAX_VALUE;
    for (DataCenter each : view.dataCenters()) {
      upTo = Math.min(upTo, proven.of(each.id()));
    }
    return new Proof(
        upTo == Long.MAX_VALUE ? 0 : upTo, unproven, open, requests.untilMillis(here.partition()));
  }

  /**
   * Up to when a replica has all blobs of each data centre. Of its own, since each of them is on
   * some replica here, and it has all that each of these has. Of another one, since a peer had them
   * before it was compared: one that leads there and has them like this, or one here that has them
   * from there.
   */
  Watermarks watermarks(HostedReplica here, ClusterView view) {
    Map<Integer, Long> proven = new HashMap<>();
    if (here.progress().isComplete()) {
      for (DataCenter each : view.dataCenters()) {
        boolean isOwn = each.id() == view.local().id();
        proven.put(each.id(), isOwn ? provenHere(here, view) : provenOf(each.id(), here));
      }
    }
    proven.values().removeIf(millis -> millis == 0);
    return new Watermarks(proven);
  }

  /**
   * Other data centres whose blobs are not proven to be here.
   *
   * @param wantedMillis up to when they are to be proven; 0 asks for any proof
   */
  Set<Integer> unprovenElsewhere(HostedReplica here, ClusterView view, long wantedMillis) {
    return unprovenElsewhere(watermarks(here, view), view, wantedMillis);
  }

  private static Set<Integer> unprovenElsewhere(
      Watermarks proven, ClusterView view, long wantedMillis) {
    return view.dataCenters().stream()
        .map(DataCenter::id)
        .filter(id -> id != view.local().id() && !isProven(proven, id, wantedMillis))
        .collect(Collectors.toSet());
  }

  /** Whether a replica is proven as a request wants it. */
  boolean fulfils(HostedReplica here, ClusterView view, ProofRequests.Request request) {
    Watermarks proven = watermarks(here, view);
    return isProven(proven, view.local().id(), request.hereMillis())
        && unprovenElsewhere(proven, view, request.untilMillis()).isEmpty();
  }

  /** Whether watermarks prove the blobs of a data centre up to a time, or any when it is 0. */
  static boolean isProven(Watermarks proven, int dataCenter, long wantedMillis) {
    return proven.of(dataCenter) >= Math.max(1, wantedMillis);
  }

  /**
   * For ever where there is to be no peer: then it alone can have what is there. By a view that
   * lists fewer than there are to be nothing is said.
   */
  private long provenHere(HostedReplica here, ClusterView view) {
    List<Replica> near = ComparedPairs.near(here, self, view);
    boolean isWhole =
        view.partition(here.partition())
            .filter(known -> known.isOn(self) && near.size() + 1 >= known.copies())
            .isPresent();
    return !isWhole
        ? 0
        : near.stream()
            .mapToLong(peer -> of(here, peer.node().id()).provenMillis())
            .min()
            .orElse(Long.MAX_VALUE);
  }

  private long provenOf(int dataCenter, HostedReplica here) {
    return of(here).keySet().stream()
        .mapToLong(peer -> of(here, peer).elsewhere().of(dataCenter))
        .max()
        .orElse(0);
  }
}
