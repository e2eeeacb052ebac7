package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.StatusJson.lower;
import static io.aumbry.deploy.operator.StatusJson.strings;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.report.ReplicaReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin partitions}. */
@Command(
    name = "partitions",
    description = {
      "The partitions: their replicas, and how complete they are.",
      "A replica is shown as its node and, unless it is a standby, its state."
    },
    subcommands = PartitionsAddCommand.class)
final class PartitionsCommand extends LookCommand {
  /** Which partitions are shown. */
  enum Which {
    ALL,
    UNHEALTHY
  }

  @Option(
      names = "--only",
      paramLabel = "WHICH",
      converter = WhichConverter.class,
      defaultValue = "all",
      description = "all, or unhealthy: those that lack something (default: all).")
  private Which only = Which.ALL;

  /** One partition in one data centre. */
  private record Row(Partition partition, DataCenter place, List<String> lacks) {
    boolean isHealthy() {
      return lacks.isEmpty();
    }
  }

  @Override
  List<String> text(Looks looks) {
    ClusterLook look = looks.now();
    Table table =
        new Table(
            ">partition", "where", "class", "is", "sealed", ">records", ">behind", "replicas");
    for (Row row : rows(look)) {
      table.add(
          row.partition().id(),
          row.place().name(),
          row.partition().partitionClass(),
          row.isHealthy() ? "complete" : String.join(", ", row.lacks()),
          row.partition().sealed() ? "yes" : "no",
          records(look, row),
          behind(look, row),
          row.partition().replicasIn(row.place().id()).stream()
              .map(PartitionsCommand::shown)
              .collect(Collectors.joining(", ")));
    }
    return table.isEmpty() ? List.of("none") : table.lines();
  }

  private List<Row> rows(ClusterLook look) {
    List<Row> rows = new ArrayList<>();
    for (Partition partition : look.view().partitions()) {
      for (DataCenter place : look.view().dataCenters()) {
        if (look.snapshot().stocks().containsKey(place)) {
          rows.add(new Row(partition, place, lacks(look, partition, place)));
        }
      }
    }
    return only == Which.ALL ? rows : rows.stream().filter(row -> !row.isHealthy()).toList();
  }

  private static List<String> lacks(ClusterLook look, Partition partition, DataCenter place) {
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
        reports(look, partition, place).stream().mapToLong(each -> each.content().damaged()).sum();
    if (damaged > 0) {
      lacks.add(damaged + " damaged");
    }
    return lacks;
  }

  private static List<ReplicaReport> reports(
      ClusterLook look, Partition partition, DataCenter place) {
    return partition.replicasIn(place.id()).stream()
        .flatMap(replica -> look.report(replica.node().id(), partition.id()).stream())
        .toList();
  }

  /** As many as the replica has that has most. */
  private static String records(ClusterLook look, Row row) {
    return reports(look, row.partition(), row.place()).stream()
        .map(each -> each.content().newest())
        .max(Long::compare)
        .map(String::valueOf)
        .orElse("?");
  }

  /** The most that a replica is known to lack of another one. */
  private static String behind(ClusterLook look, Row row) {
    return reports(look, row.partition(), row.place()).stream()
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

  @Override
  void write(JsonGenerator json, Looks looks) throws IOException {
    ClusterLook look = looks.now();
    json.writeStringField("cluster", look.cluster());
    json.writeArrayFieldStart("partitions");
    for (Row row : rows(look)) {
      json.writeStartObject();
      json.writeNumberField("partition", row.partition().id());
      json.writeStringField("data_center", row.place().name());
      json.writeStringField("class", row.partition().partitionClass().name());
      json.writeBooleanField("sealed", row.partition().sealed());
      strings(json, "lacks", row.lacks());
      json.writeArrayFieldStart("replicas");
      for (Replica replica : row.partition().replicasIn(row.place().id())) {
        json.writeStartObject();
        json.writeStringField("node", replica.node().id().name());
        json.writeStringField("state", lower(replica.state()));
        json.writeBooleanField("live", replica.node().live());
        Optional<ReplicaReport> report = look.report(replica.node().id(), row.partition().id());
        if (report.isPresent()) {
          write(json, report.get());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, ReplicaReport replica) throws IOException {
    json.writeStringField("disk", replica.disk());
    json.writeStringField("store", replica.store().toString());
    json.writeBooleanField("complete", replica.standing().complete());
    json.writeNumberField("newest_record", replica.content().newest());
    json.writeNumberField("allocated_bytes", replica.content().allocatedBytes());
    json.writeNumberField("live_bytes", replica.content().liveBytes());
    json.writeNumberField("garbage_bytes", replica.content().garbageBytes());
    json.writeNumberField("damaged", replica.content().damaged());
    strings(json, "waits_for", replica.waiting().missing());
  }
}
