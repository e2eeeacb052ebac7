package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull.From;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaNotes;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.server.replica.ReplicaRegistry;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of all comparisons of this node, in memory and in notes. One thread adds, any thread
 * may read.
 */
public final class ComparisonResults {
  private static final Logger LOG = LoggerFactory.getLogger(ComparisonResults.class);

  private final NodeId self;
  private final ReplicaRegistry registry;

  private final ProofRequests requests = new ProofRequests();

  /** By opening of a replica, because the next one may have lost records; then by peer. */
  private final Map<ReplicaProgress, Map<NodeId, Comparison>> comparisons =
      new ConcurrentHashMap<>();

  public ComparisonResults(NodeId self, ReplicaRegistry registry) {
    this.self = self;
    this.registry = registry;
  }

  public ProofRequests requests() {
    return requests;
  }

  /**
   * The last comparison with the peer's present store. The token names that store, also after this
   * replica was opened again and before the peer is heard.
   */
  Comparison of(HostedReplica here, NodeId peer) {
    Comparison last = of(here).getOrDefault(peer, Comparison.NEVER);
    UUID present = here.progress().of(peer).token().store();
    boolean replaced = !present.equals(From.NO_STORE) && !present.equals(last.store());
    return replaced ? last.ofNoStore() : last;
  }

  private Map<NodeId, Comparison> of(HostedReplica here) {
    return comparisons.getOrDefault(here.progress(), Map.of());
  }

  /** Reads the notes of newly opened replicas, and forgets closed ones. May wait. */
  void recall() {
    Collection<HostedReplica> open = registry.all();
    comparisons
        .keySet()
        .retainAll(open.stream().map(HostedReplica::progress).collect(Collectors.toSet()));
    for (HostedReplica replica : open) {
      if (!comparisons.containsKey(replica.progress()) && replica.disk().isHealthy()) {
        comparisons.put(replica.progress(), read(replica));
      }
    }
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
          .log("last comparison unknown, will compare again");
      return Map.of();
    }
  }

  void add(HostedReplica here, NodeId peer, Comparison comparison) {
    Map<NodeId, Comparison> next = new HashMap<>(of(here));
    next.put(peer, comparison);
    comparisons.put(here.progress(), Map.copyOf(next));
    try {
      registry.noteComparisons(here, ComparisonNote.write(here.store().id(), next));
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("partition", here.partition())
          .setCause(e)
          .log("comparison not saved; after a restart it is repeated");
    }
  }

  /**
   * The proof of a replica of this node.
   *
   * @param provenMillis the replica has every acknowledged blob that was created up to this time,
   *     in any data centre; 0 if unknown.
   * @param unproven number of peers here, and of other data centres, without a proof.
   * @param open differences of the last comparisons that were not repaired.
   * @param wantedMillis as {@link ProofRequests#untilMillis}.
   * @param missingAtPeers number of blobs of {@link Comparison.Open#there}, by peer.
   */
  public record Proof(
      long provenMillis,
      int unproven,
      Comparison.Open open,
      long wantedMillis,
      SortedMap<NodeId, Integer> missingAtPeers) {
    public Proof {
      missingAtPeers = Collections.unmodifiableSortedMap(new TreeMap<>(missingAtPeers));
    }
  }

  public Optional<Proof> proof(int partition, ClusterView view) {
    return registry.find(partition).map(here -> proof(here, view));
  }

  public Proof proof(HostedReplica here, ClusterView view) {
    Watermarks proven = watermarks(here, view);
    int unproven = unprovenElsewhere(proven, view, 0).size();
    Comparison.Open open = Comparison.Open.NOTHING;
    SortedMap<NodeId, Integer> missingAtPeers = new TreeMap<>();
    for (Replica peer : ComparedPairs.of(here, self, view)) {
      Comparison comparison = of(here, peer.node().id());
      boolean isFar = peer.node().dataCenter() != view.local().id();
      unproven += isFar || comparison.provenMillis() > 0 ? 0 : 1;
      open = open.plus(comparison.open());
      if (comparison.open().there() > 0) {
        missingAtPeers.put(peer.node().id(), comparison.open().there());
      }
    }
    long upTo = Long.MAX_VALUE;
    for (DataCenter each : view.dataCenters()) {
      upTo = Math.min(upTo, proven.of(each.id()));
    }
    return new Proof(
        upTo == Long.MAX_VALUE ? 0 : upTo,
        unproven,
        open,
        requests.untilMillis(here.partition()),
        missingAtPeers);
  }

  /**
   * Watermarks of a replica. Its own data centre: the replica has all blobs that each of its peers
   * here has, and each blob is on one of them. Another data centre: a peer there, or a peer here
   * with a proof, had the blobs before it was compared with this replica.
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
   * Other data centres with blobs that are not proven to be here.
   *
   * @param wantedMillis the time up to which they should be proven; 0 asks for any proof.
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

  boolean fulfils(HostedReplica here, ClusterView view, ProofRequests.Request request) {
    Watermarks proven = watermarks(here, view);
    return isProven(proven, view.local().id(), request.hereMillis())
        && unprovenElsewhere(proven, view, request.untilMillis()).isEmpty();
  }

  static boolean isProven(Watermarks proven, int dataCenter, long wantedMillis) {
    return proven.of(dataCenter) >= Math.max(1, wantedMillis);
  }

  /**
   * Without peers by configuration, a replica has all blobs by itself. A view with too few replicas
   * proves nothing.
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
