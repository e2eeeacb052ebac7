package io.aumbry.deploy.store;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry store}. */
@Command(
    name = "store",
    description = {
      "Inspects the stores of stopped nodes.",
      "Verifies them, or prints their records or figures. Nothing is ever written."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CheckCommand.class, DumpCommand.class, StatCommand.class})
public final class StoreCommand implements Runnable {
  @Spec private CommandSpec spec;

  public StoreCommand() {
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
