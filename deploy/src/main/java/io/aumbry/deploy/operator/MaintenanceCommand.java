package io.aumbry.deploy.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry admin maintenance}. */
@Command(
    name = "maintenance",
    description = "Finds out which hosts may be down together.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = MaintenancePlanCommand.class)
final class MaintenanceCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
