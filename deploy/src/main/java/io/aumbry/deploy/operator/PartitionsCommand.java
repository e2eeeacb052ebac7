package io.aumbry.deploy.operator;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.ClusterStatus;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin partitions}. */
@Command(
    name = "partitions",
    description = {
      "Lists the partitions, their status and replicas.",
      "A replica is shown as its node and, unless it is a standby, its state."
    },
    subcommands = PartitionsAddCommand.class)
final class PartitionsCommand extends ObservingCommand {
  enum Which {
    ALL,
    UNHEALTHY
  }

  @Option(
      names = "--only",
      paramLabel = "WHICH",
      converter = PartitionFilterConverter.class,
      defaultValue = "all",
      description = "all or unhealthy (default: all).")
  private Which only = Which.ALL;

  private record Row(Partition partition, DataCenter place, List<String> lacks) {
    boolean isHealthy() {
      return lacks.isEmpty();
    }
  }

  @Override
  Output output(ObservationHistory history) {
    ClusterObservation observation = history.now();
    List<Row> rows = rows(observation);
    return new Output(() -> text(rows, observation), () -> document(rows, observation));
  }

  private static List<String> text(List<Row> rows, ClusterObservation observation) {
    TextTable table =
        new TextTable(
            ">partition",
            "data centre",
            "class",
            "status",
            "sealed",
            ">records",
            ">behind",
            "replicas");
    for (Row row : rows) {
      table.add(
          row.partition().id(),
          row.place().name(),
          row.partition().partitionClass(),
          row.isHealthy() ? "complete" : String.join(", ", row.lacks()),
          row.partition().sealed() ? "yes" : "no",
          records(observation, row),
          behind(observation, row),
          row.partition().replicasIn(row.place().id()).stream()
              .map(PartitionsCommand::shown)
              .collect(Collectors.joining(", ")));
    }
    return table.isEmpty() ? List.of("none") : table.lines();
  }

  private List<Row> rows(ClusterObservation observation) {
    List<Row> rows = new ArrayList<>();
    for (Partition partition : observation.view().partitions()) {
      for (DataCenter place : observation.view().dataCenters()) {
        if (observation.snapshot().stocks().containsKey(place)) {
          rows.add(new Row(partition, place, lacks(observation, partition, place)));
        }
      }
    }
    return only == Which.ALL ? rows : rows.stream().filter(row -> !row.isHealthy()).toList();
  }

  private static List<String> lacks(
      ClusterObservation observation, Partition partition, DataCenter place) {
    List<String> lacks = new ArrayList<>();
    long readable = partition.replicasIn(place.id()).stream().filter(Replica::isReadable).count();
    if (!partition.isCompleteIn(place.id())) {
      lacks.add(readable + " of " + partition.copies() + " copies");
    }
    if (!partition.hasQuorumIn(place.id(), ClusterStatus.quorum(partition))) {
      lacks.add("not writable");
    }
    if (!ClusterStatus.hasLeader(partition, place.id())) {
      lacks.add("no leader");
    }
    long damaged =
        reports(observation, partition, place).stream()
            .mapToLong(each -> each.content().damaged())
            .sum();
    if (damaged > 0) {
      lacks.add(damaged + " damaged");
    }
    return lacks;
  }

  private static List<ReplicaReport> reports(
      ClusterObservation observation, Partition partition, DataCenter place) {
    return partition.replicasIn(place.id()).stream()
        .flatMap(replica -> observation.report(replica.node().id(), partition.id()).stream())
        .toList();
  }

  /** The largest number of records of any replica. */
  private static String records(ClusterObservation observation, Row row) {
    return reports(observation, row.partition(), row.place()).stream()
        .map(each -> each.content().newest())
        .max(Long::compare)
        .map(String::valueOf)
        .orElse("?");
  }

  /** The largest known lag of any replica. */
  private static String behind(ClusterObservation observation, Row row) {
    return reports(observation, row.partition(), row.place()).stream()
        .flatMap(replica -> replica.peers().stream())
        .map(peer -> peer.lag())
        .filter(lag -> lag.isPresent())
        .map(lag -> lag.getAsLong())
        .max(Long::compare)
        .map(String::valueOf)
        .orElse("?");
  }

  private static String shown(Replica replica) {
    String node = replica.node().id().name();
    return switch (replica.state()) {
      case STANDBY -> node;
      case LEADER, BOOTSTRAP, INACTIVE, OFFLINE, DROPPED, ERROR -> node + " " + replica.state();
    };
  }

  private record Document(String cluster, List<PartitionHere> partitions) {}

  private record PartitionHere(
      int partition,
      String dataCenter,
      @JsonProperty("class") String partitionClass,
      boolean sealed,
      List<String> lacks,
      List<ReplicaHere> replicas) {}

  private record ReplicaHere(
      String node,
      ReplicaState state,
      boolean live,
      @JsonUnwrapped Optional<Location> location,
      @JsonUnwrapped Optional<Content> content,
      Optional<List<String>> waitsFor) {}

  private record Location(String disk, UUID store, boolean complete) {}

  private record Content(
      long newestRecord, long allocatedBytes, long liveBytes, long garbageBytes, long damaged) {
    static Content of(ReplicaReport.Content content) {
      return new Content(
          content.newest(),
          content.allocatedBytes(),
          content.liveBytes(),
          content.garbageBytes(),
          content.damaged());
    }
  }

  private static Record document(List<Row> rows, ClusterObservation observation) {
    return new Document(
        observation.cluster(), rows.stream().map(row -> document(observation, row)).toList());
  }

  private static PartitionHere document(ClusterObservation observation, Row row) {
    return new PartitionHere(
        row.partition().id(),
        row.place().name(),
        row.partition().partitionClass().name(),
        row.partition().sealed(),
        row.lacks(),
        row.partition().replicasIn(row.place().id()).stream()
            .map(replica ->
                document(replica, observation.report(replica.node().id(), row.partition().id())))
            .toList());
  }

  private static ReplicaHere document(Replica replica, Optional<ReplicaReport> report) {
    return new ReplicaHere(
        replica.node().id().name(),
        replica.state(),
        replica.node().live(),
        report.map(said -> new Location(said.disk(), said.store(), said.standing().complete())),
        report.map(said -> Content.of(said.content())),
        report.map(said -> said.waiting().missing()));
  }
}
