package io.aumbry.deploy.operator.status;

import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.deploy.operator.observation.BootstrapEstimate;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.Lag;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.ClusterStatus.Place;
import io.aumbry.deploy.operator.status.ClusterStatus.UnderWay;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The status of a cluster for people. */
public final class StatusText {
  private static final int MOST_UNDER_WAY = 12;

  private StatusText() {}

  public static List<String> of(ClusterStatus status, ObservationHistory history) {
    List<String> lines = new ArrayList<>();
    lines.add("cluster " + history.now().cluster() + ": " + verdict(status));
    status.reasons().forEach(reason -> lines.add("  - " + reason));
    lines.add("");
    lines.addAll(places(status).lines());
    lines.add("");
    status.places().stream().filter(Place::isSeen).forEach(place -> lines.addAll(processes(place)));
    lines.add(line("replicas", replicas(status)));
    lines.add(line("disks", disks(status.disks())));
    lines.add(line("damaged", NumberText.count(status.damaged(), "place")));
    lines.add(line("largest lag", largest(status.lag(), history.now())));
    lines.add(line("oldest in sync", oldest(status.lag(), history.now())));
    lines.add(line("copies complete", redundancy(status, history)));
    lines.add(line("moving", moves(status)));
    lines.add(line("in transition", NumberText.count(status.underWay().size(), "replica")));
    status.underWay().stream()
        .limit(MOST_UNDER_WAY)
        .forEach(each -> lines.add("  " + describe(each)));
    if (status.underWay().size() > MOST_UNDER_WAY) {
      lines.add("  and " + (status.underWay().size() - MOST_UNDER_WAY) + " more");
    }
    return lines;
  }

  private static String line(String what, String value) {
    return String.format(Locale.ROOT, "%-18s%s", what, value);
  }

  private static String verdict(ClusterStatus status) {
    String judged = status.isHealthy() ? "healthy" : "degraded";
    String health = status.isSeenWhole() ? judged : "unknown";
    return status.hasMixedVersions() ? health + ", mixed versions" : health;
  }

  private static TextTable places(ClusterStatus status) {
    TextTable table =
        new TextTable(
            "data centre",
            ">live",
            ">down",
            ">drained",
            ">partitions",
            ">incomplete",
            ">not writable",
            ">no leader",
            ">sealed");
    for (Place place : status.places()) {
      String name = place.dataCenter().name();
      if (place.isSeen()) {
        ClusterStatus.Partitions partitions = place.partitions();
        table.add(
            name,
            place.nodes().live(),
            place.nodes().down().size(),
            place.nodes().drained().size(),
            partitions.total(),
            partitions.lacking(),
            partitions.withoutQuorum(),
            partitions.withoutLeader(),
            partitions.sealed());
      } else {
        table.add(name, "?", "?", "?", "?", "?", "?", "?", "?");
      }
    }
    return table;
  }

  private static List<String> processes(Place place) {
    ClusterProcesses processes = place.processes().announced();
    String name = place.dataCenter().name();
    String leader = processes.leader().isEmpty() ? "no leader" : processes.leader() + " leads";
    List<String> lines = new ArrayList<>();
    lines.add(line("controllers", name + ": " + leader + counts(processes, Kind.CONTROLLER)));
    lines.add(line("frontends", name + counts(processes, Kind.FRONTEND)));
    lines.add(line("ZooKeeper", name + ": " + servers(processes.servers())));
    lines.add(line("versions", name + ": " + versions(place.processes().versions())));
    if (!place.locks().locks().isEmpty()) {
      lines.add(line("locks", name + ": " + locks(place.locks())));
    }
    return lines;
  }

  /** Names the hosts of all versions except that of most hosts. */
  private static String versions(List<VersionInUse> versions) {
    List<String> parts = new ArrayList<>();
    for (VersionInUse each : versions) {
      String hosts = NumberText.count(each.hosts().size(), "host");
      String names = parts.isEmpty() ? "" : " (" + NumberText.names(each.hosts()) + ")";
      parts.add("%s on %s%s".formatted(each.version(), hosts, names));
    }
    return parts.isEmpty() ? "unknown" : String.join(", ", parts);
  }

  private static String locks(LockTable locks) {
    return "%s locked (%s), %d waiting"
        .formatted(
            NumberText.count(locks.held().size(), "host"),
            NumberText.names(locks.held()),
            locks.waiting());
  }

  private static String counts(ClusterProcesses processes, Kind kind) {
    long live = processes.of(kind).stream().filter(ClusterProcesses.Known::live).count();
    return ", %d live, %d down".formatted(live, processes.of(kind).size() - live);
  }

  private static String servers(List<ZooKeeperProbe.Server> servers) {
    return servers.stream()
        .map(server -> server.address() + " " + (server.serves() ? server.mode() : "down"))
        .collect(Collectors.joining(", "));
  }

  private static String replicas(ClusterStatus status) {
    return status.replicas().isEmpty()
        ? "none"
        : status.replicas().entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
  }

  private static String disks(ClusterStatus.Disks disks) {
    return "%d, %d failed; %s of %s used"
        .formatted(
            disks.total(),
            disks.failed().size(),
            NumberText.bytes(disks.usedBytes()),
            NumberText.bytes(disks.capacityBytes()));
  }

  private static String largest(Lag lag, ClusterObservation observation) {
    String unknown =
        lag.unknown() == 0
            ? ""
            : "; unknown for " + NumberText.count(lag.unknown(), "pair") + " of replicas";
    return lag.largest()
            .map(pair ->
                NumberText.count(pair.behind().orElse(0), "record")
                    + (pair.behind().orElse(0) == 0 ? "" : ", " + amount(pair, observation)))
            .orElse("unknown")
        + unknown;
  }

  private static String amount(Lag.Pair pair, ClusterObservation observation) {
    return "%s, last in sync %s, %s"
        .formatted(
            NumberText.bytes(pair.bytes().orElse(0)),
            NumberText.ago(pair.inSyncMillis(), "never"),
            describe(pair, observation));
  }

  private static String oldest(Lag lag, ClusterObservation observation) {
    return lag.oldest()
        .map(pair -> NumberText.ago(pair.inSyncMillis(), "?") + ", " + describe(pair, observation))
        .orElse("unknown");
  }

  private static String describe(Lag.Pair pair, ClusterObservation observation) {
    String where =
        pair.peer().dataCenter() == pair.at().dataCenter()
            ? ""
            : " (" + observation.nameOf(pair.peer().dataCenter()) + ")";
    return "partition %d on %s of %s%s"
        .formatted(pair.partition(), pair.at().id(), pair.peer().node(), where);
  }

  private static String redundancy(ClusterStatus status, ObservationHistory history) {
    boolean complete =
        status.places().stream()
            .allMatch(each -> each.isSeen() && each.partitions().lacking() == 0);
    if (complete) {
      return "yes";
    }
    long bootstrapping = BootstrapEstimate.bootstrapping(history.now());
    String time =
        bootstrapping == 0
            ? "unknown"
            : history
                .untilRedundant()
                .map(Duration::toMillis)
                .map(NumberText::span)
                .map(span -> "about " + span)
                .orElse("unknown");
    return "no; time left: %s (%s under construction)"
        .formatted(time, NumberText.count(bootstrapping, "replica"));
  }

  private static String moves(ClusterStatus status) {
    int all = status.places().stream().mapToInt(place -> place.moves().replicas()).sum();
    String rebalanced =
        status.places().stream()
            .filter(place -> place.moves().rebalance() != Stage.NONE)
            .map(place ->
                "; rebalance of %s: %s"
                    .formatted(
                        place.dataCenter().name(),
                        place.moves().rebalance().name().toLowerCase(Locale.ROOT)))
            .collect(Collectors.joining());
    return NumberText.count(all, "replica") + rebalanced;
  }

  private static String describe(UnderWay each) {
    String state =
        "partition %d on %s: %s"
            .formatted(each.partition(), each.node(), each.replica().standing().state());
    List<String> missing = each.replica().waiting().missing();
    return missing.isEmpty()
        ? state
        : "%s, has waited %s for %s"
            .formatted(state, NumberText.span(each.waitsMillis()), String.join("; ", missing));
  }
}
