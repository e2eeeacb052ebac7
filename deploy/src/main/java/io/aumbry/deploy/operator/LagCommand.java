package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.StatusJson.seconds;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.protocol.report.PeerReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
final class LagCommand extends LookCommand {
  @Option(
      names = "--all",
      description = "Show those that are not behind, too. With --json all are shown anyway.")
  private boolean all;

  @Override
  List<String> text(Looks looks) {
    ClusterLook look = looks.now();
    Lag lag = Lag.of(look);
    List<String> lines = new ArrayList<>(routes(lag, look).lines());
    lines.add("");
    Table pairs = pairs(lag, look);
    lines.addAll(pairs.isEmpty() ? List.of("no replica is behind") : pairs.lines());
    return lines;
  }

  private static Table routes(Lag lag, ClusterLook look) {
    Table table =
        new Table(
            "from", "to", ">pairs", ">not known", ">behind", ">bytes", ">most", ">all in sync");
    lag.byRoute()
        .forEach((route, sum) ->
            table.add(
                look.nameOf(route.from()),
                look.nameOf(route.to()),
                sum.pairs(),
                sum.unknown(),
                sum.records(),
                Words.bytes(sum.bytes()),
                sum.most(),
                Words.ago(sum.inSyncMillis(), "?")));
    return table;
  }

  private Table pairs(Lag lag, ClusterLook look) {
    Table table =
        new Table(
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
            pair.bytes().isPresent() ? Words.bytes(pair.bytes().getAsLong()) : "?",
            peer.acknowledged() == PeerReport.UNKNOWN ? "?" : peer.acknowledged(),
            Words.ago(pair.inSyncMillis(), "?"));
      }
    }
    return table;
  }

  private static String known(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "?";
  }

  @Override
  void write(JsonGenerator json, Looks looks) throws IOException {
    ClusterLook look = looks.now();
    Lag lag = Lag.of(look);
    json.writeStringField("cluster", look.cluster());
    json.writeArrayFieldStart("routes");
    for (Map.Entry<Lag.Route, Lag.Sum> entry : lag.byRoute().entrySet()) {
      json.writeStartObject();
      json.writeStringField("from", look.nameOf(entry.getKey().from()));
      json.writeStringField("to", look.nameOf(entry.getKey().to()));
      json.writeNumberField("pairs", entry.getValue().pairs());
      json.writeNumberField("unknown_pairs", entry.getValue().unknown());
      json.writeNumberField("records_behind", entry.getValue().records());
      json.writeNumberField("bytes_behind", entry.getValue().bytes());
      json.writeNumberField("most_records_behind", entry.getValue().most());
      seconds(json, "in_sync_seconds_ago", entry.getValue().inSyncMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("pairs");
    for (Lag.Pair pair : lag.pairs()) {
      write(json, pair, look);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Lag.Pair pair, ClusterLook look)
      throws IOException {
    PeerReport peer = pair.peer();
    json.writeStartObject();
    json.writeNumberField("partition", pair.partition());
    json.writeStringField("records_of", peer.node().name());
    json.writeStringField("from", look.nameOf(peer.dataCenter()));
    json.writeStringField("on", pair.at().id().name());
    json.writeStringField("to", look.nameOf(pair.at().dataCenter()));
    json.writeNumberField("token", peer.token());
    if (peer.lag().isPresent()) {
      json.writeNumberField("end", peer.end().last());
      json.writeNumberField("records_behind", peer.lag().getAsLong());
      json.writeNumberField("bytes_behind", peer.end().bytes());
    }
    if (peer.acknowledged() != PeerReport.UNKNOWN) {
      json.writeNumberField("acknowledged", peer.acknowledged());
    }
    seconds(json, "in_sync_seconds_ago", pair.inSyncMillis());
    json.writeEndObject();
  }
}
