package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.operator.text.TextTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin policy}. */
@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    description = {
      "Lists, shows, sets and deletes policies of users, roles and containers.",
      "A policy is a JSON document in the form of AWS."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PolicyGroup.ListAll.class,
      PolicyGroup.Show.class,
      PolicyGroup.Set.class,
      PolicyGroup.Delete.class
    })
public final class PolicyGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code aumbry admin policy list}. */
  @Command(name = "list", description = "Lists the users, roles and containers with a policy.")
  static final class ListAll extends CatalogCommand {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(
          new IdentityApi(client).policies(),
          IdentityApi.POLICIES,
          new TextTable("policy of"),
          policy -> new Object[] {policy.text("targetKind") + ":" + policy.text("targetName")});
      return ExitCode.OK;
    }
  }

  /** Base of the commands about one policy. */
  abstract static class OfOne extends CatalogCommand {
    @Parameters(
        index = "0",
        paramLabel = "TARGET",
        description = "user:account/name, role:NAME or container:account/container.")
    private String target = "";

    final PolicyTarget target() {
      return PolicyTarget.parse(target);
    }
  }

  /** {@code aumbry admin policy show}. */
  @Command(name = "show", description = "Prints a policy as it was set.")
  static final class Show extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      out()
          .println(
              new String(new IdentityApi(client).policy(target()), StandardCharsets.UTF_8)
                  .stripTrailing());
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin policy set}. */
  @Command(name = "set", description = "Sets or replaces a policy.")
  static final class Set extends OfOne {
    @Parameters(index = "1", paramLabel = "FILE", description = "The JSON document.")
    private Path file = Path.of("");

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      new IdentityApi(client).setPolicy(target(), Files.readAllBytes(file));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin policy delete}. */
  @Command(name = "delete", description = "Deletes a policy.")
  static final class Delete extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      new IdentityApi(client).deletePolicy(target());
      return ExitCode.OK;
    }
  }
}
