package io.aumbry.deploy.store;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry store}. */
@Command(
    name = "store",
    description = {
      "Looks at the stores of nodes that do not run.",
      "Verifies them, prints what is in them, or sums it up. Nothing is ever written."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CheckCommand.class, DumpCommand.class, StatCommand.class})
public final class StoreCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** For the command line, which fills in the rest. */
  public StoreCommand() {
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
