package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import picocli.CommandLine.Command;

/** {@code aumbry admin maintenance pause}. */
@Command(
    name = "pause",
    description = {
      "Pauses the workflow: no further batch begins.",
      "The hosts of the current batch are finished. The command may be repeated."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the workflow is paused, or was already",
      MaintenanceChangeCommand.FAILED,
      MaintenanceChangeCommand.UNREACHABLE,
      "3:no workflow is active",
      "4:the workflow is being aborted",
      MaintenanceChangeCommand.UNAVAILABLE
    })
public final class MaintenancePauseCommand extends MaintenanceChangeCommand {
  @Override
  MaintenanceWorkflow event(MaintenanceWorkflow before, long nowMillis) {
    return notAborting(before).pause(reason(), nowMillis);
  }
}
