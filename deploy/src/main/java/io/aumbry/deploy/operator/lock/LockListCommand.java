package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin lock list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = {
      "Lists locks, and the requests that wait for one, in the order in which they came.",
      "Ended leases are left out, by the clock of this machine."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all data centres answered",
      DataCenterCommand.FAILED,
      "2:unknown: a data centre is unreachable, or the command line is invalid"
    })
public final class LockListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description = "Only the locks of these hosts (default: all).")
  private List<String> hosts = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    try (OperatorAccess access = options.open()) {
      ClusterSnapshot snapshot = access.reader().read(options.patience());
      List<String> lines =
          json
              ? List.of(JsonWriter.SNAKE_CASE.indented(document(access.cluster(), snapshot)))
              : text(snapshot);
      lines.forEach(spec.commandLine().getOut()::println);
      spec.commandLine().getOut().flush();
      return snapshot.unreachable().isEmpty() ? ExitCode.OK.code() : ExitCode.USAGE.code();
    }
  }

  private List<HostLock> locks(ClusterSnapshot snapshot, DataCenter place) {
    return snapshot.locks(place).locks().stream()
        .filter(lock ->
            hosts.isEmpty()
                || hosts.stream().anyMatch(host -> lock.request().hosts().contains(host)))
        .toList();
  }

  List<String> text(ClusterSnapshot snapshot) {
    TextTable table =
        new TextTable(
            "data centre", ">lock", "state", "owner", "purpose", "since", "until", "hosts");
    for (DataCenter place : snapshot.view().dataCenters()) {
      for (HostLock lock : locks(snapshot, place)) {
        table.add(
            place.name(),
            lock.number(),
            lock.isHeld() ? "held" : "waiting",
            lock.request().owner(),
            lock.request().purpose(),
            LockText.time(lock.sinceMillis()),
            lock.isHeld() ? LockText.until(lock) : "",
            NumberText.names(lock.request().hosts()));
      }
    }
    List<String> lines = new ArrayList<>(table.isEmpty() ? List.of("none") : table.lines());
    snapshot.unreachable().forEach((place, why) -> lines.add(NumberText.unseen(place, why)));
    return lines;
  }

  Record document(String cluster, ClusterSnapshot snapshot) {
    return new LockDocument.Listing(
        cluster,
        snapshot.view().dataCenters().stream()
            .map(place -> LockDocument.Place.of(snapshot, place, locks(snapshot, place)))
            .toList());
  }
}
