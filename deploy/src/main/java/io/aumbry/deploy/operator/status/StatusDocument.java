package io.aumbry.deploy.operator.status;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.deploy.operator.observation.BootstrapEstimate;
import io.aumbry.deploy.operator.observation.Lag;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.ClusterStatus.Place;
import io.aumbry.deploy.operator.status.ClusterStatus.UnderWay;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The JSON of {@code aumbry admin status}. Records group the keys because of the limit of seven
 * components.
 */
public record StatusDocument(
    @JsonUnwrapped Summary summary,
    List<DataCenter> dataCenters,
    @JsonUnwrapped Content content,
    @JsonUnwrapped Progress progress) {
  record Summary(
      String cluster,
      long atMillis,
      boolean healthy,
      boolean seenWhole,
      List<String> reasons,
      boolean mixedVersions) {}

  /**
   * A data centre.
   *
   * @param seen empty if it was unreachable
   */
  record DataCenter(
      String name, int id, Optional<String> unreachable, @JsonUnwrapped Optional<Seen> seen) {
    private static DataCenter of(Place place) {
      return new DataCenter(
          place.dataCenter().name(),
          place.dataCenter().id(),
          Optional.of(place.unreachable()).filter(reason -> !reason.isEmpty()),
          Optional.of(place).filter(Place::isSeen).map(Seen::of));
    }
  }

  record Seen(
      @JsonUnwrapped(prefix = "nodes_") Nodes nodes,
      @JsonUnwrapped Partitions partitions,
      @JsonUnwrapped Moves moves,
      @JsonUnwrapped Locks locks,
      @JsonUnwrapped Processes processes) {
    private static Seen of(Place place) {
      ClusterStatus.Nodes nodes = place.nodes();
      ClusterStatus.Partitions partitions = place.partitions();
      return new Seen(
          new Nodes(
              nodes.live(),
              names(nodes.down()),
              names(nodes.drained()),
              names(nodes.disabled()),
              names(nodes.silent())),
          new Partitions(
              partitions.total(),
              partitions.lacking(),
              partitions.withoutQuorum(),
              partitions.withoutLeader(),
              partitions.sealed()),
          new Moves(
              place.moves().replicas(),
              place.moves().rebalance(),
              Optional.of(place.moves().maintenance()).filter(reason -> !reason.isEmpty())),
          new Locks(place.locks().held(), place.locks().waiting()),
          Processes.of(place.processes()));
    }

    private static List<String> names(List<NodeId> nodes) {
      return nodes.stream().map(NodeId::name).toList();
    }
  }

  record Nodes(
      int live,
      List<String> down,
      List<String> drained,
      List<String> disabled,
      List<String> silent) {}

  record Partitions(
      int partitions,
      int partitionsLackingCopies,
      int partitionsNotWritable,
      int partitionsWithoutLeader,
      int partitionsSealed) {}

  record Moves(int replicasMoving, Rebalance.Stage rebalance, Optional<String> maintenanceMode) {}

  record Locks(Set<String> hostsLocked, int locksWaiting) {}

  record Processes(
      String controllerLeader,
      @JsonUnwrapped(prefix = "controllers_") Announced controllers,
      @JsonUnwrapped(prefix = "frontends_") Announced frontends,
      List<Server> zookeeper,
      List<VersionInUse> versions) {
    private static Processes of(ClusterStatus.Processes all) {
      ClusterProcesses processes = all.announced();
      return new Processes(
          processes.leader(),
          Announced.of(processes.of(Kind.CONTROLLER)),
          Announced.of(processes.of(Kind.FRONTEND)),
          processes.servers().stream().map(Server::of).toList(),
          all.versions());
    }
  }

  record Announced(List<String> live, List<String> down) {
    private static Announced of(List<ClusterProcesses.Known> processes) {
      return new Announced(
          ClusterStatus.names(processes, ClusterProcesses.Known::live),
          ClusterStatus.names(processes, each -> !each.live()));
    }
  }

  record Server(String address, String mode, String problem) {
    private static Server of(ZooKeeperProbe.Server server) {
      return new Server(server.address(), server.mode(), server.problem());
    }
  }

  record Content(
      Map<ReplicaState, Integer> replicas,
      ClusterStatus.Disks disks,
      long damaged,
      LagSummary lag) {}

  record LagSummary(
      Optional<Long> largestRecords,
      Optional<Long> largestBytes,
      Optional<Double> largestInSyncSeconds,
      Optional<Double> oldestInSyncSeconds,
      long unknownPairs) {
    private static LagSummary of(Lag lag) {
      Optional<Lag.Pair> largest = lag.largest();
      return new LagSummary(
          largest.map(pair -> pair.behind().orElseThrow()),
          largest.map(pair -> pair.bytes().orElse(0)),
          largest.flatMap(pair -> seconds(pair.inSyncMillis())),
          lag.oldest().flatMap(pair -> seconds(pair.inSyncMillis())),
          lag.unknown());
    }
  }

  record Progress(
      long bootstrapping, Optional<Double> redundantInSeconds, List<Transition> underWay) {}

  record Transition(
      int partition, String node, ReplicaState state, double waitsSeconds, List<String> waitsFor) {
    private static Transition of(UnderWay each) {
      return new Transition(
          each.partition(),
          each.node().name(),
          each.replica().standing().state(),
          each.waitsMillis() / 1e3,
          each.replica().waiting().missing());
    }
  }

  public static StatusDocument of(ClusterStatus status, ObservationHistory history) {
    return new StatusDocument(
        new Summary(
            history.now().cluster(),
            history.now().atMillis(),
            status.isSeenWhole() && status.isHealthy(),
            status.isSeenWhole(),
            status.reasons(),
            status.hasMixedVersions()),
        status.places().stream().map(DataCenter::of).toList(),
        new Content(
            ofEveryState(status.replicas()),
            status.disks(),
            status.damaged(),
            LagSummary.of(status.lag())),
        new Progress(
            BootstrapEstimate.bootstrapping(history.now()),
            history.untilRedundant().map(left -> left.toMillis() / 1e3),
            status.underWay().stream().map(Transition::of).toList()));
  }

  /** Replicas by state, including states without replicas. */
  public static Map<ReplicaState, Integer> ofEveryState(Map<ReplicaState, Integer> replicas) {
    Map<ReplicaState, Integer> all = new EnumMap<>(ReplicaState.class);
    for (ReplicaState state : ReplicaState.values()) {
      all.put(state, replicas.getOrDefault(state, 0));
    }
    return all;
  }

  /** The form of a duration in JSON. */
  public static Optional<Double> seconds(OptionalLong millis) {
    return millis.isPresent() ? Optional.of(millis.getAsLong() / 1e3) : Optional.empty();
  }
}
