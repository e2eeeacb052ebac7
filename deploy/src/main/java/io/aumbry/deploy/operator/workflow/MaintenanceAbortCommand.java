package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import picocli.CommandLine.Command;

/** {@code aumbry admin maintenance abort}. */
@Command(
    name = "abort",
    description = {
      "Aborts the workflow: no further hook begins.",
      "Hooks that run are finished, and then the locks are released. Hosts in the middle are set aside. The command may be repeated."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the workflow is being aborted",
      MaintenanceChangeCommand.FAILED,
      MaintenanceChangeCommand.UNREACHABLE,
      "3:no workflow is active",
      MaintenanceChangeCommand.UNAVAILABLE
    })
public final class MaintenanceAbortCommand extends MaintenanceChangeCommand {
  @Override
  MaintenanceWorkflow event(MaintenanceWorkflow before, long nowMillis) {
    return before.abort(reason(), nowMillis);
  }
}
