package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import io.aumbry.cluster.maintenance.ZooKeeperMaintenance;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.lock.DataCenterCommand;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.SystemTime;
import picocli.CommandLine.Option;

/** Base of the commands that steer the active workflow of a data centre. */
abstract class MaintenanceChangeCommand extends DataCenterCommand {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "by ${sys:user.name}",
      description = "For admin maintenance status (default: the user).")
  private String reason = "";

  final String reason() {
    return reason;
  }

  /** An abort cannot be taken back. */
  static MaintenanceWorkflow notAborting(MaintenanceWorkflow workflow) {
    if (workflow.state() == MaintenanceWorkflow.State.ABORTING) {
      throw new AumbryException(
          ErrorCode.CONFLICT, "maintenance " + workflow.number() + " is being aborted");
    }
    return workflow;
  }

  MaintenanceTable change(MaintenanceTable table, long nowMillis) {
    return table.change(before -> event(before, nowMillis));
  }

  abstract MaintenanceWorkflow event(MaintenanceWorkflow before, long nowMillis);

  @Override
  protected final int change(Place place) throws InterruptedException {
    long now = new SystemTime().wallMillis();
    MaintenanceWorkflow after =
        new ZooKeeperMaintenance(place.address())
            .change(table -> change(table, now))
            .workflow()
            .orElseThrow();
    if (isJson()) {
      print(MaintenanceDocument.of(place.dataCenter(), after, now));
    } else {
      print(
          "maintenance %d is %s"
              .formatted(after.number(), MaintenanceDocument.lower(after.state())));
    }
    return ExitCode.OK.code();
  }
}
