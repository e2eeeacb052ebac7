package io.aumbry.deploy.operator;

import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.option.DataCenterOption;
import io.aumbry.deploy.process.OperatorAccess;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin forget KIND NAME}. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Removes a lost controller or frontend from admin status.",
      "A process that stops cleanly removes itself. A crashed one is reported as down until it"
          + " restarts or is removed by this command.",
      "With catalog, the cluster forgets the identity of its catalog in a data centre, so that it"
          + " can get another catalog. Stop all frontends first."
    })
final class ForgetCommand implements Callable<Integer> {
  /** What can be forgotten. */
  enum Kind {
    CONTROLLER,
    FRONTEND,
    CATALOG;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      converter = KindConverter.class,
      description = "controller, frontend or catalog.")
  private Kind kind = Kind.FRONTEND;

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "Its name, as in admin status, or the identity of the catalog.")
  private String name = "";

  @Mixin private DataCenterOption dataCenter = new DataCenterOption();

  @Override
  public Integer call() throws InterruptedException {
    try (OperatorAccess access = options.open()) {
      forget(access.address(dataCenter.of(access).id()));
      spec.commandLine().getOut().println(kind + " " + name + " is forgotten");
    }
    return 0;
  }

  private void forget(ClusterAddress address) throws InterruptedException {
    switch (kind) {
      case CONTROLLER -> ClusterProcesses.forget(address, AnnouncedProcess.Kind.CONTROLLER, name);
      case FRONTEND -> ClusterProcesses.forget(address, AnnouncedProcess.Kind.FRONTEND, name);
      case CATALOG -> ClusterProcesses.forgetCatalog(address, name);
    }
  }
}
