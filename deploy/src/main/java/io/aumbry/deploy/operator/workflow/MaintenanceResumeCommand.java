package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import picocli.CommandLine.Command;

/** {@code aumbry admin maintenance resume}. */
@Command(
    name = "resume",
    description = {
      "Resumes a paused workflow.",
      "Hosts that were set aside are not tried again. The command may be repeated."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the workflow is not paused any more",
      MaintenanceChangeCommand.FAILED,
      MaintenanceChangeCommand.UNREACHABLE,
      "3:no workflow is active",
      "4:the workflow is being aborted",
      MaintenanceChangeCommand.UNAVAILABLE
    })
public final class MaintenanceResumeCommand extends MaintenanceChangeCommand {
  @Override
  MaintenanceWorkflow event(MaintenanceWorkflow before, long nowMillis) {
    return notAborting(before).resume(nowMillis);
  }
}
