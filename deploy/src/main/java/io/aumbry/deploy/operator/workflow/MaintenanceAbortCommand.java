package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.MaintenanceTable;
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
      "0:the workflow is being aborted, or was",
      MaintenanceChangeCommand.FAILED,
      MaintenanceChangeCommand.UNREACHABLE,
      "3:no workflow is active, and the last one was not aborted",
      MaintenanceChangeCommand.UNAVAILABLE
    })
public final class MaintenanceAbortCommand extends MaintenanceChangeCommand {
  /** An abort whose answer was lost may have ended its workflow already. */
  @Override
  MaintenanceTable change(MaintenanceTable table, long nowMillis) {
    boolean isAborted =
        table
            .workflow()
            .filter(last -> last.state() == MaintenanceWorkflow.State.ABORTED)
            .isPresent();
    return isAborted ? table : super.change(table, nowMillis);
  }

  @Override
  MaintenanceWorkflow event(MaintenanceWorkflow before, long nowMillis) {
    return before.abort(reason(), nowMillis);
  }
}
