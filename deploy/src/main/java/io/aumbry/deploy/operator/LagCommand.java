package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.status.StatusDocument.seconds;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.Lag;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.report.PeerReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin lag}. */
@Command(
    name = "lag",
    description = {
      "Shows the replication lag: between data centres, then by partition and node.",
      "The lag of a replica is the number of records of another replica that it may lack. ? means"
          + " unknown. Bytes are approximate."
    })
final class LagCommand extends ObservingCommand {
  @Option(names = "--all", description = "Also show replicas without lag. --json always does.")
  private boolean all;

  @Override
  Output output(ObservationHistory history) {
    ClusterObservation observation = history.now();
    Lag lag = Lag.of(observation);
    return new Output(() -> text(lag, observation), () -> document(lag, observation));
  }

  private List<String> text(Lag lag, ClusterObservation observation) {
    List<String> lines = new ArrayList<>(routes(lag, observation).lines());
    lines.add("");
    TextTable pairs = pairs(lag, observation);
    lines.addAll(pairs.isEmpty() ? List.of("no replica is behind") : pairs.lines());
    return lines;
  }

  private static TextTable routes(Lag lag, ClusterObservation observation) {
    TextTable table =
        new TextTable(
            "from", "to", ">pairs", ">unknown", ">behind", ">bytes", ">largest", ">all in sync");
    lag.byRoute()
        .forEach((route, sum) ->
            table.add(
                observation.nameOf(route.from()),
                observation.nameOf(route.to()),
                sum.pairs(),
                sum.unknown(),
                sum.records(),
                NumberText.bytes(sum.bytes()),
                sum.most(),
                NumberText.ago(sum.inSyncMillis(), "?")));
    return table;
  }

  private TextTable pairs(Lag lag, ClusterObservation observation) {
    TextTable table =
        new TextTable(
            ">partition",
            "records of",
            "in",
            "on",
            "in",
            ">behind",
            ">bytes",
            ">acknowledged",
            ">in sync");
    for (Lag.Pair pair : lag.pairs()) {
      if (all || pair.behind().orElse(1) > 0) {
        PeerReport peer = pair.peer();
        table.add(
            pair.partition(),
            peer.node(),
            observation.nameOf(peer.dataCenter()),
            pair.at().id(),
            observation.nameOf(pair.at().dataCenter()),
            known(pair.behind()),
            pair.bytes().isPresent() ? NumberText.bytes(pair.bytes().getAsLong()) : "?",
            peer.acknowledged() == PeerReport.UNKNOWN ? "?" : peer.acknowledged(),
            NumberText.ago(pair.inSyncMillis(), "?"));
      }
    }
    return table;
  }

  private static String known(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "?";
  }

  private record Document(String cluster, List<RouteLag> routes, List<PairLag> pairs) {}

  private record RouteLag(
      @JsonUnwrapped Direction direction,
      int pairs,
      int unknownPairs,
      long recordsBehind,
      long bytesBehind,
      long mostRecordsBehind,
      Optional<Double> inSyncSecondsAgo) {}

  private record Direction(String from, String to) {}

  private record PairLag(
      @JsonUnwrapped Replicas replicas,
      long token,
      @JsonUnwrapped Optional<Distance> distance,
      Optional<Long> acknowledged,
      Optional<Double> inSyncSecondsAgo) {}

  private record Replicas(int partition, String recordsOf, String from, String on, String to) {}

  private record Distance(long end, long recordsBehind, long bytesBehind) {}

  private static Record document(Lag lag, ClusterObservation observation) {
    return new Document(
        observation.cluster(),
        lag.byRoute().entrySet().stream()
            .map(entry -> document(entry.getKey(), entry.getValue(), observation))
            .toList(),
        lag.pairs().stream().map(pair -> document(pair, observation)).toList());
  }

  private static RouteLag document(Lag.Route route, Lag.Sum sum, ClusterObservation observation) {
    return new RouteLag(
        new Direction(observation.nameOf(route.from()), observation.nameOf(route.to())),
        sum.pairs(),
        sum.unknown(),
        sum.records(),
        sum.bytes(),
        sum.most(),
        seconds(sum.inSyncMillis()));
  }

  private static PairLag document(Lag.Pair pair, ClusterObservation observation) {
    PeerReport peer = pair.peer();
    OptionalLong behind = peer.lag();
    return new PairLag(
        new Replicas(
            pair.partition(),
            peer.node().name(),
            observation.nameOf(peer.dataCenter()),
            pair.at().id().name(),
            observation.nameOf(pair.at().dataCenter())),
        peer.token(),
        behind.isPresent()
            ? Optional.of(new Distance(peer.end().last(), behind.getAsLong(), peer.end().bytes()))
            : Optional.empty(),
        Optional.of(peer.acknowledged()).filter(token -> token != PeerReport.UNKNOWN),
        seconds(pair.inSyncMillis()));
  }
}
