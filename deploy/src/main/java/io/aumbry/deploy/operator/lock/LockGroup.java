package io.aumbry.deploy.operator.lock;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry admin lock}. */
@Command(
    name = "lock",
    description = "Locks hosts, so that one activity works on a host at a time.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      LockAcquireCommand.class,
      LockRenewCommand.class,
      LockReleaseCommand.class,
      LockListCommand.class,
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      DataCenterCommand.FAILED,
      DataCenterCommand.UNREACHABLE,
      "3:no such lock is held",
      "4:refused because of another activity, and the output names it",
      DataCenterCommand.UNAVAILABLE
    })
public final class LockGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
