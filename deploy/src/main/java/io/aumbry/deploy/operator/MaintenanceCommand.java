package io.aumbry.deploy.operator;

import io.aumbry.deploy.operator.workflow.MaintenanceAbortCommand;
import io.aumbry.deploy.operator.workflow.MaintenanceHistoryCommand;
import io.aumbry.deploy.operator.workflow.MaintenancePauseCommand;
import io.aumbry.deploy.operator.workflow.MaintenanceResumeCommand;
import io.aumbry.deploy.operator.workflow.MaintenanceRunCommand;
import io.aumbry.deploy.operator.workflow.MaintenanceStartCommand;
import io.aumbry.deploy.operator.workflow.MaintenanceStatusCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry admin maintenance}. */
@Command(
    name = "maintenance",
    description = "Finds out which hosts may be down together, and upgrades them.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      MaintenancePlanCommand.class,
      MaintenanceStartCommand.class,
      MaintenanceRunCommand.class,
      MaintenancePauseCommand.class,
      MaintenanceResumeCommand.class,
      MaintenanceAbortCommand.class,
      MaintenanceStatusCommand.class,
      MaintenanceHistoryCommand.class,
    })
final class MaintenanceCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
