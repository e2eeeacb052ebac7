package io.aumbry.deploy.operator;

import io.aumbry.deploy.operator.catalog.AccountGroup;
import io.aumbry.deploy.operator.catalog.AdministratorCommand;
import io.aumbry.deploy.operator.catalog.ContainerGroup;
import io.aumbry.deploy.operator.catalog.KeyGroup;
import io.aumbry.deploy.operator.catalog.PolicyGroup;
import io.aumbry.deploy.operator.catalog.RoleGroup;
import io.aumbry.deploy.operator.catalog.UsageCommand;
import io.aumbry.deploy.operator.catalog.UserGroup;
import io.aumbry.deploy.operator.lock.LockGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry admin}. */
@Command(
    name = "admin",
    description = {
      "Shows the state of a running cluster, and changes it.",
      "Reads the ZooKeeper of each data centre and asks all storage nodes. Commands for accounts,"
          + " identities and usage call a frontend instead."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      StatusCommand.class,
      NodesCommand.class,
      WorkersCommand.class,
      PartitionsCommand.class,
      LagCommand.class,
      VerifyCommand.class,
      DrainCommand.class,
      RebalanceCommand.class,
      MaintenanceCommand.class,
      LockGroup.class,
      ForgetCommand.class,
      CertificateCommand.class,
      AccountGroup.class,
      ContainerGroup.class,
      UserGroup.class,
      KeyGroup.class,
      PolicyGroup.class,
      RoleGroup.class,
      UsageCommand.class,
      AdministratorCommand.class,
    })
public final class AdminCommand implements Runnable {
  @Spec private CommandSpec spec;

  public AdminCommand() {
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
