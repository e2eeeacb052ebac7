package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.maintenance.MaintenanceSite;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.ImpactAnalysis;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.machine.Hardware;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.proof.ProofDemand;
import io.aumbry.deploy.operator.proof.ProofScope;
import io.aumbry.deploy.operator.proof.Verification;
import io.aumbry.deploy.operator.status.DrainProgress;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/** Shows a data centre to the executor of its maintenance. */
public final class ObservedSite implements MaintenanceSite {
  /** No limit of comparisons but that of the nodes' configuration. */
  private static final int AS_CONFIGURED = 0;

  private final ClusterObserver observer;
  private final DataCenter place;
  private final NodeDrain drain;

  /**
   * Creates the view of a data centre.
   *
   * @param drain of its nodes
   */
  public ObservedSite(ClusterObserver observer, DataCenter place, NodeDrain drain) {
    this.observer = observer;
    this.place = place;
    this.drain = drain;
  }

  @Override
  public void beginDrain(String host, long lock) throws InterruptedException {
    drain.begin(new NodeId(host), lock);
  }

  @Override
  public void endDrain(String host, long lock) throws InterruptedException {
    drain.end(new NodeId(host), lock);
  }

  /**
   * Observes the whole cluster, because replicas in other data centres count for quorums. While
   * another data centre does not answer, no host of this one is in a plan.
   *
   * @throws AumbryException {@code CONNECTION_LOST} if this data centre does not answer
   */
  @Override
  public MaintenanceSite.Observed observe() throws InterruptedException {
    ClusterObservation observation = observer.observe();
    Optional.ofNullable(observation.snapshot().unreachable().get(place))
        .ifPresent(why -> {
          throw new AumbryException(ErrorCode.CONNECTION_LOST, NumberText.unseen(place, why));
        });
    return Seen.of(observation, place, observer::send);
  }

  /**
   * One observation.
   *
   * @param hosts of the cluster, none of which is the caller's
   * @param ask sends demands to nodes, and returns the refusals
   */
  record Seen(
      ClusterObservation observation,
      DataCenter place,
      MaintenanceHosts hosts,
      Function<Map<StorageNode, ProofDemand>, Map<NodeId, String>> ask)
      implements MaintenanceSite.Observed {
    static Seen of(
        ClusterObservation observation,
        DataCenter place,
        Function<Map<StorageNode, ProofDemand>, Map<NodeId, String>> ask) {
      return new Seen(observation, place, MaintenanceHosts.of(observation, Optional.empty()), ask);
    }

    @Override
    public LockTable locks() {
      return observation.snapshot().locks(place);
    }

    @Override
    public BatchPlan plan(SortedSet<String> names, OptionalLong ownLock, ImpactLimits limits) {
      Optional<OwnLock> own =
          ownLock.isPresent()
              ? Optional.of(new OwnLock(place, locks().require(ownLock.getAsLong())))
              : Optional.empty();
      MaintenanceHosts all = own.isPresent() ? MaintenanceHosts.of(observation, own) : hosts;
      List<Host> chosen =
          all.in(place).stream()
              .filter(each -> !limits.evacuates() || !each.isDrained())
              .map(MaintenanceHosts.Observed::host)
              .filter(host -> names.contains(host.name()))
              .filter(host -> own.isPresent() || !locks().isAwaited(host.name()))
              .toList();
      return unseen()
          .map(why -> blocked(chosen, why))
          .orElseGet(
              () -> ImpactAnalysis.plan(chosen, MaintenanceRules.of(observation, all, limits)));
    }

    /** The rules need the state of all data centres. */
    private Optional<String> unseen() {
      return observation.snapshot().unreachable().entrySet().stream()
          .min(Map.Entry.comparingByKey(Comparator.comparing(DataCenter::name)))
          .map(each -> NumberText.unseen(each.getKey(), each.getValue()));
    }

    private static BatchPlan blocked(List<Host> hosts, String why) {
      Map<Host, String> blocked = new HashMap<>();
      hosts.forEach(host -> blocked.put(host, why));
      return new BatchPlan(List.of(), Map.of(), blocked);
    }

    @Override
    public boolean isDown(String name) {
      return unseen().isEmpty() && host(name).filter(host -> !host.isLive()).isPresent();
    }

    private Optional<StorageNode> node(String name) {
      return host(name).flatMap(MaintenanceHosts.Observed::node);
    }

    @Override
    public boolean hasStorageNode(String name) {
      return node(name).isPresent();
    }

    @Override
    public boolean isDrained(String name, long lock) {
      return locks().drains(name, lock)
          && node(name)
              .filter(node -> observation.snapshot().standing(node.id()).isDrained())
              .isPresent();
    }

    /** A host that the cluster does not know has no replicas. */
    @Override
    public Optional<String> remaining(String name) {
      return drain(name).filter(progress -> !progress.isDone()).map(DrainProgress::summary);
    }

    @Override
    public Optional<String> listed(String name) {
      return drain(name)
          .filter(progress -> !progress.steps().isEmpty())
          .map(DrainProgress::summary);
    }

    private Optional<DrainProgress> drain(String name) {
      return node(name).map(node -> DrainProgress.of(observation, node.id()));
    }

    @Override
    public Optional<String> missing(String name) {
      Optional<MaintenanceHosts.Observed> host = host(name);
      if (host.isEmpty()) {
        return Optional.of("the cluster does not know it");
      }
      return host.get().down().or(() -> host.get().node().flatMap(this::incomplete));
    }

    private Optional<MaintenanceHosts.Observed> host(String name) {
      return hosts.in(place).stream().filter(each -> each.host().name().equals(name)).findFirst();
    }

    @Override
    public Machine machine(String name) {
      Optional<MaintenanceHosts.Observed> host = host(name);
      Optional<NodeId> node = host.flatMap(MaintenanceHosts.Observed::node).map(StorageNode::id);
      return new Machine(
          host.map(its -> its.versions().known()).orElse(Collections.emptySortedSet()),
          host.map(MaintenanceHosts.Observed::running).orElse(Set.of()),
          node.map(this::clockErrorMillis).orElse(OptionalLong.of(0)),
          node.flatMap(observation::said).flatMap(said -> Hardware.of(said.node())));
    }

    private OptionalLong clockErrorMillis(NodeId node) {
      return Optional.ofNullable(observation.clockErrorsMillis().get(node))
          .map(OptionalLong::of)
          .orElseGet(OptionalLong::empty);
    }

    /** A host without a storage node has nothing to prove. */
    private Optional<ProofScope> scope(String name) {
      return node(name).map(node -> new ProofScope(Optional.empty(), Optional.of(node.id())));
    }

    @Override
    public Optional<MaintenanceSite.Unproven> unproven(String name, long upToMillis) {
      return unprovenReplicas(name, upToMillis).entrySet().stream()
          .findFirst()
          .map(entry -> unproven(entry.getKey(), entry.getValue()));
    }

    /** The replicas of a host that are not proven, by partition. */
    private SortedMap<Integer, Verification.ReplicaProof> unprovenReplicas(
        String name, long upToMillis) {
      SortedMap<Integer, Verification.ReplicaProof> unproven = new TreeMap<>();
      scope(name)
          .ifPresent(scope -> {
            for (Verification.Verdict verdict : Verification.of(observation, scope).verdicts()) {
              verdict.replicas().stream()
                  .filter(replica -> !replica.isProvenUpTo(upToMillis))
                  .forEach(replica -> unproven.put(verdict.partition(), replica));
            }
          });
      return unproven;
    }

    private MaintenanceSite.Unproven unproven(int partition, Verification.ReplicaProof replica) {
      String what = "its replica of partition " + partition + ": ";
      if (!replica.problem().isEmpty()) {
        return new MaintenanceSite.Unproven(what + replica.problem(), false);
      }
      ProofScope peers = new ProofScope(Optional.of(partition), Optional.empty());
      return Verification.of(observation, peers).verdicts().stream()
          .flatMap(verdict -> verdict.replicas().stream())
          .filter(Verification.ReplicaProof::isAway)
          .findFirst()
          .map(peer ->
              new MaintenanceSite.Unproven(what + "that on " + peer.node() + " is away", true))
          .or(() -> unseen().map(why -> new MaintenanceSite.Unproven(what + why, true)))
          .orElseGet(() -> new MaintenanceSite.Unproven(what + "is being compared", false));
    }

    @Override
    public Map<String, String> prove(SortedMap<String, Long> upToMillis) {
      SortedMap<Integer, Long> partitions = new TreeMap<>();
      upToMillis.forEach((name, upTo) ->
          unprovenReplicas(name, upTo)
              .keySet()
              .forEach(partition -> partitions.merge(partition, upTo, Math::max)));
      Map<String, String> refusals = new TreeMap<>();
      ask.apply(ProofDemand.of(observation, partitions, AS_CONFIGURED))
          .forEach((node, why) -> refusals.put(node.name(), why));
      return refusals;
    }

    private Optional<String> incomplete(StorageNode node) {
      for (Partition partition : observation.view().partitions()) {
        for (Replica replica : partition.replicasIn(place.id())) {
          if (replica.node().id().equals(node.id())
              && !MaintenanceRules.isComplete(observation, partition, replica)) {
            return Optional.of(
                "its replica of partition " + partition.id() + " does not serve or is incomplete");
          }
        }
      }
      return Optional.empty();
    }
  }
}
