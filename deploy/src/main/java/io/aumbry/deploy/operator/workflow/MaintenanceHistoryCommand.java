package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.ZooKeeperMaintenance;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.lock.DataCenterCommand;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code aumbry admin maintenance history}. */
@Command(
    name = "history",
    description = {
      "Lists the last 50 ended workflows of a data centre, the oldest first.",
      "Names the first 20 hosts that each has set aside."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:listed",
      DataCenterCommand.FAILED,
      DataCenterCommand.UNREACHABLE,
      DataCenterCommand.UNAVAILABLE
    })
public final class MaintenanceHistoryCommand extends DataCenterCommand {
  @Override
  protected int change(Place place) throws InterruptedException {
    List<MaintenanceTable.Ended> ended = new ZooKeeperMaintenance(place.address()).read().ended();
    if (isJson()) {
      print(
          new MaintenanceDocument.History(
              place.dataCenter().name(), ended.stream().map(MaintenanceDocument::of).toList()));
    } else {
      print(String.join("\n", text(ended)));
    }
    return ExitCode.OK.code();
  }

  static List<String> text(List<MaintenanceTable.Ended> workflows) {
    TextTable table =
        new TextTable(
            ">number",
            "owner",
            "purpose",
            "end",
            "started",
            "ended",
            ">hosts",
            ">done",
            ">set aside",
            "reason");
    for (MaintenanceTable.Ended ended : workflows) {
      MaintenanceTable.End end = ended.end();
      table.add(
          ended.number(),
          ended.owner(),
          ended.purpose(),
          MaintenanceDocument.lower(end.state()),
          LockText.time(end.startedMillis()),
          LockText.time(end.endedMillis()),
          end.hosts(),
          ended.done(),
          ended.setAside().hosts(),
          end.reason());
    }
    if (table.isEmpty()) {
      return List.of("none");
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(setAside(workflows));
    return lines;
  }

  private static List<String> setAside(List<MaintenanceTable.Ended> workflows) {
    TextTable table = new TextTable(">number", "host set aside", "reason");
    for (MaintenanceTable.Ended ended : workflows) {
      ended.setAside().reasons().forEach((host, why) -> table.add(ended.number(), host, why));
    }
    List<String> lines = new ArrayList<>();
    if (!table.isEmpty()) {
      lines.add("");
      lines.addAll(table.lines());
    }
    return lines;
  }
}
