package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.maintenance.MaintenanceExecutor;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import io.aumbry.cluster.maintenance.ZooKeeperMaintenance;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.lock.DataCenterCommand;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.runtime.SystemTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code aumbry admin maintenance status}. */
@Command(
    name = "status",
    description = "Shows the current or last workflow, and the step of each of its hosts.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the workflow is active or done, or there was none",
      "1:the workflow is paused or was aborted, or hosts were set aside",
      DataCenterCommand.UNREACHABLE,
      DataCenterCommand.UNAVAILABLE
    })
public final class MaintenanceStatusCommand extends DataCenterCommand {
  @Override
  protected int change(Place place) throws InterruptedException {
    long now = new SystemTime().wallMillis();
    Optional<MaintenanceWorkflow> workflow =
        new ZooKeeperMaintenance(place.address()).read().workflow();
    Optional<HostLock> executor =
        place.snapshot().locks(place.dataCenter()).at(now).holder(MaintenanceExecutor.SEAT);
    if (isJson()) {
      print(
          new MaintenanceDocument.Status(
              place.dataCenter().name(),
              workflow.map(each -> MaintenanceDocument.of(place.dataCenter(), each, now)),
              executor.map(MaintenanceDocument.Executor::of)));
    } else {
      print(
          String.join(
              "\n", workflow.map(each -> text(each, executor, now)).orElse(List.of("none"))));
    }
    return workflow.map(MaintenanceStatusCommand::exitCode).orElse(ExitCode.OK).code();
  }

  static ExitCode exitCode(MaintenanceWorkflow workflow) {
    boolean isWell =
        switch (workflow.state()) {
          case RUNNING, DONE -> workflow.setAside() == 0;
          case PAUSED, ABORTING, ABORTED -> false;
        };
    return isWell ? ExitCode.OK : ExitCode.FAILED;
  }

  static List<String> text(
      MaintenanceWorkflow workflow, Optional<HostLock> executor, long nowMillis) {
    MaintenanceWorkflow.Standing standing = workflow.standing();
    List<String> lines = new ArrayList<>();
    lines.add(
        "maintenance %d of %s for %s: %s since %s%s"
            .formatted(
                workflow.number(),
                workflow.order().owner(),
                workflow.order().purpose(),
                MaintenanceDocument.lower(standing.state()),
                LockText.time(standing.sinceMillis()),
                standing.reason().isEmpty() ? "" : " (" + standing.reason() + ")"));
    String counts =
        workflow.counts().entrySet().stream()
            .map(each -> each.getValue() + " " + MaintenanceDocument.lower(each.getKey()))
            .collect(Collectors.joining(", "));
    lines.add(
        "batch %d%s; %s"
            .formatted(
                workflow.batch().count(),
                workflow.batch().isOpen() ? " under lock " + workflow.batch().lock() : "",
                counts));
    MaintenanceHours hours = workflow.order().limits().hours();
    if (!hours.equals(MaintenanceHours.ANY)) {
      String wait =
          MaintenanceDocument.waitsUntil(workflow, nowMillis)
              .map(opens -> "; the next one waits until " + opens)
              .orElse("");
      lines.add("batches begin in the hours " + hours + " UTC" + wait);
    }
    if (!workflow.state().isEnd()) {
      lines.add(carriedOut(executor));
    }
    lines.add("");
    TextTable table = new TextTable("host", "step", "hook", ">failed attempts", "since", "note");
    workflow
        .hosts()
        .forEach(
            (host, progress) -> add(table, MaintenanceDocument.Host.of(workflow, host, progress)));
    lines.addAll(table.lines());
    return lines;
  }

  private static String carriedOut(Optional<HostLock> executor) {
    return executor
        .map(seat ->
            "carried out by %s as number %d".formatted(seat.request().owner(), seat.number()))
        .orElse("no executor carries it out: start admin maintenance run");
  }

  private static void add(TextTable table, MaintenanceDocument.Host host) {
    table.add(
        host.name(),
        host.step(),
        host.hook().orElse(""),
        host.failedAttempts(),
        host.since(),
        host.note());
  }
}
