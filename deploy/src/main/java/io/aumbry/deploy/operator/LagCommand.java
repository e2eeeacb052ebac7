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
      "How far replicas are behind each other: by data centres, then by partition and node.",
      "A replica is behind by the records of another one that are not known to be there; what is"
          + " not known is shown as ?. Bytes are about so many."
    })
final class LagCommand extends ObservingCommand {
  @Option(
      names = "--all",
      description = "Show those that are not behind, too. With --json all are shown anyway.")
  private boolean all;

  @Override
  List<String> text(ObservationHistory looks) {
    ClusterObservation look = looks.now();
    Lag lag = Lag.of(look);
    List<String> lines = new ArrayList<>(routes(lag, look).lines());
    lines.add("");
    TextTable pairs = pairs(lag, look);
    lines.addAll(pairs.isEmpty() ? List.of("no replica is behind") : pairs.lines());
    return lines;
  }

  private static TextTable routes(Lag lag, ClusterObservation look) {
    TextTable table =
        new TextTable(
            "from", "to", ">pairs", ">not known", ">behind", ">bytes", ">most", ">all in sync");
    lag.byRoute()
        .forEach((route, sum) ->
            table.add(
                look.nameOf(route.from()),
                look.nameOf(route.to()),
                sum.pairs(),
                sum.unknown(),
                sum.records(),
                NumberText.bytes(sum.bytes()),
                sum.most(),
                NumberText.ago(sum.inSyncMillis(), "?")));
    return table;
  }

  private TextTable pairs(Lag lag, ClusterObservation look) {
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
            look.nameOf(peer.dataCenter()),
            pair.at().id(),
            look.nameOf(pair.at().dataCenter()),
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

  /** The JSON of the command. */
  private record Document(String cluster, List<RouteLag> routes, List<PairLag> pairs) {}

  private record RouteLag(
      @JsonUnwrapped Direction direction,
      int pairs,
      int unknownPairs,
      long recordsBehind,
      long bytesBehind,
      long mostRecordsBehind,
      Optional<Double> inSyncSecondsAgo) {}

  /** Data centres. */
  private record Direction(String from, String to) {}

  private record PairLag(
      @JsonUnwrapped Replicas replicas,
      long token,
      @JsonUnwrapped Optional<Distance> distance,
      Optional<Long> acknowledged,
      Optional<Double> inSyncSecondsAgo) {}

  private record Replicas(int partition, String recordsOf, String from, String on, String to) {}

  private record Distance(long end, long recordsBehind, long bytesBehind) {}

  @Override
  Record document(ObservationHistory looks) {
    ClusterObservation look = looks.now();
    Lag lag = Lag.of(look);
    return new Document(
        look.cluster(),
        lag.byRoute().entrySet().stream()
            .map(entry -> document(entry.getKey(), entry.getValue(), look))
            .toList(),
        lag.pairs().stream().map(pair -> document(pair, look)).toList());
  }

  private static RouteLag document(Lag.Route route, Lag.Sum sum, ClusterObservation look) {
    return new RouteLag(
        new Direction(look.nameOf(route.from()), look.nameOf(route.to())),
        sum.pairs(),
        sum.unknown(),
        sum.records(),
        sum.bytes(),
        sum.most(),
        seconds(sum.inSyncMillis()));
  }

  private static PairLag document(Lag.Pair pair, ClusterObservation look) {
    PeerReport peer = pair.peer();
    OptionalLong behind = peer.lag();
    return new PairLag(
        new Replicas(
            pair.partition(),
            peer.node().name(),
            look.nameOf(peer.dataCenter()),
            pair.at().id().name(),
            look.nameOf(pair.at().dataCenter())),
        peer.token(),
        behind.isPresent()
            ? Optional.of(new Distance(peer.end().last(), behind.getAsLong(), peer.end().bytes()))
            : Optional.empty(),
        Optional.of(peer.acknowledged()).filter(token -> token != PeerReport.UNKNOWN),
        seconds(pair.inSyncMillis()));
  }
}
