package io.aumbry.deploy.operator;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.deploy.operator.ClusterStatus.Place;
import io.aumbry.deploy.operator.ClusterStatus.UnderWay;
import io.aumbry.protocol.cluster.ReplicaState;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The status of a cluster for programs. What is not known is left out. */
final class StatusJson {
  private final JsonGenerator json;

  StatusJson(JsonGenerator json) {
    this.json = json;
  }

  void write(ClusterStatus status, Looks looks) throws IOException {
    json.writeStringField("cluster", looks.now().cluster());
    json.writeNumberField("at_millis", looks.now().atMillis());
    json.writeBooleanField("healthy", status.isSeenWhole() && status.isHealthy());
    json.writeBooleanField("seen_whole", status.isSeenWhole());
    strings(json, "reasons", status.reasons());
    json.writeArrayFieldStart("data_centers");
    for (Place place : status.places()) {
      place(place);
    }
    json.writeEndArray();
    states(json, status.replicas());
    disks(status.disks());
    json.writeNumberField("damaged", status.damaged());
    lag(status.lag());
    json.writeNumberField("bootstrapping", Redundancy.bootstrapping(looks.now()));
    Optional<Duration> left = looks.untilRedundant();
    if (left.isPresent()) {
      json.writeNumberField("redundant_in_seconds", left.get().toMillis() / 1e3);
    }
    json.writeArrayFieldStart("under_way");
    for (UnderWay each : status.underWay()) {
      underWay(each);
    }
    json.writeEndArray();
  }

  private void place(Place place) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", place.dataCenter().name());
    json.writeNumberField("id", place.dataCenter().id());
    if (!place.isSeen()) {
      json.writeStringField("unreachable", place.unreachable());
      json.writeEndObject();
      return;
    }
    json.writeNumberField("nodes_live", place.nodes().live());
    strings(json, "nodes_down", place.nodes().down());
    strings(json, "nodes_drained", place.nodes().drained());
    strings(json, "nodes_silent", place.nodes().silent());
    json.writeNumberField("partitions", place.partitions().total());
    json.writeNumberField("partitions_lacking_copies", place.partitions().lacking());
    json.writeNumberField("partitions_not_writable", place.partitions().withoutQuorum());
    json.writeNumberField("partitions_without_leader", place.partitions().withoutLeader());
    json.writeNumberField("partitions_sealed", place.partitions().sealed());
    json.writeNumberField("replicas_moving", place.moves().replicas());
    json.writeStringField("rebalance", lower(place.moves().rebalance()));
    processes(place.processes());
    json.writeEndObject();
  }

  private void processes(ClusterProcesses processes) throws IOException {
    json.writeStringField("controller_leader", processes.leader());
    for (Kind kind : Kind.values()) {
      List<ClusterProcesses.Known> known = processes.of(kind);
      strings(json, kind + "s_live", ClusterStatus.names(known, ClusterProcesses.Known::live));
      strings(json, kind + "s_down", ClusterStatus.names(known, each -> !each.live()));
    }
    json.writeArrayFieldStart("zookeeper");
    for (ZooKeeperProbe.Server server : processes.servers()) {
      json.writeStartObject();
      json.writeStringField("address", server.address());
      json.writeStringField("mode", server.mode());
      json.writeStringField("problem", server.problem());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void disks(ClusterStatus.Disks disks) throws IOException {
    json.writeObjectFieldStart("disks");
    json.writeNumberField("total", disks.total());
    strings(json, "failed", disks.failed());
    json.writeNumberField("used_bytes", disks.usedBytes());
    json.writeNumberField("capacity_bytes", disks.capacityBytes());
    json.writeEndObject();
  }

  private void lag(Lag lag) throws IOException {
    json.writeObjectFieldStart("lag");
    OptionalLong largest = lag.largest().map(Lag.Pair::behind).orElse(OptionalLong.empty());
    if (largest.isPresent()) {
      json.writeNumberField("largest_records", largest.getAsLong());
      Lag.Pair pair = lag.largest().orElseThrow();
      json.writeNumberField("largest_bytes", pair.bytes().orElse(0));
      seconds(json, "largest_in_sync_seconds", pair.inSyncMillis());
    }
    seconds(
        json,
        "oldest_in_sync_seconds",
        lag.oldest().map(Lag.Pair::inSyncMillis).orElse(OptionalLong.empty()));
    json.writeNumberField("unknown_pairs", lag.unknown());
    json.writeEndObject();
  }

  private void underWay(UnderWay each) throws IOException {
    json.writeStartObject();
    json.writeNumberField("partition", each.partition());
    json.writeStringField("node", each.node().name());
    json.writeStringField("state", lower(each.replica().standing().state()));
    json.writeNumberField("waits_seconds", each.waitsMillis() / 1e3);
    strings(json, "waits_for", each.replica().waiting().missing());
    json.writeEndObject();
  }

  /** How many replicas are in each state. */
  static void states(JsonGenerator json, Map<ReplicaState, Integer> replicas) throws IOException {
    json.writeObjectFieldStart("replicas");
    for (ReplicaState state : ReplicaState.values()) {
      json.writeNumberField(lower(state), replicas.getOrDefault(state, 0));
    }
    json.writeEndObject();
  }

  /** A span of time, unless it is not known. */
  static void seconds(JsonGenerator json, String name, OptionalLong millis) throws IOException {
    if (millis.isPresent()) {
      json.writeNumberField(name, millis.getAsLong() / 1e3);
    }
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static void strings(JsonGenerator json, String name, Collection<?> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (Object value : values) {
      json.writeString(value.toString());
    }
    json.writeEndArray();
  }
}
