package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin role}. */
@Command(
    name = "role",
    mixinStandardHelpOptions = true,
    description = {
      "Lists roles, grants them to users and revokes them.",
      "reader, writer, owner and administrator exist. Other roles have a policy."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RoleGroup.ListAll.class,
      RoleGroup.Show.class,
      RoleGroup.Create.class,
      RoleGroup.Update.class,
      RoleGroup.Delete.class,
      RoleGroup.Grant.class,
      RoleGroup.Revoke.class
    })
public final class RoleGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code aumbry admin role list}. */
  @Command(name = "list", description = "Lists the roles.")
  static final class ListAll extends CatalogCommand {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(
          new IdentityApi(client).roles(),
          IdentityApi.ROLES,
          new TextTable("role", "kind", ">grants"),
          role ->
              new Object[] {
                role.text("roleName"),
                role.isTrue("readyMade") ? "ready-made" : "policy",
                role.objects(IdentityApi.GRANTS).size()
              });
      return ExitCode.OK;
    }
  }

  /** Base of the commands about one role. */
  abstract static class OfOne extends CatalogCommand {
    @Parameters(index = "0", paramLabel = "ROLE", description = "Name of the role.")
    private String role = "";

    final String role() {
      return role;
    }
  }

  /** {@code aumbry admin role show}. */
  @Command(name = "show", description = "Shows the users that have a role.")
  static final class Show extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      JsonObject role = identities.read(IdentityApi.ROLES, role());
      Map<String, String> names = isJson() ? Map.of() : identities.userNames();
      print(
          role,
          IdentityApi.GRANTS,
          new TextTable("user", "in account"),
          grant ->
              new Object[] {
                names.getOrDefault(
                    grant.text(IdentityApi.USER_ID), grant.text(IdentityApi.USER_ID)),
                grant.value(AccountApi.ACCOUNT_NAME).orElse("all")
              });
      return ExitCode.OK;
    }
  }

  /** Base of the commands that set the policy of a role. */
  abstract static class WithPolicy extends OfOne {
    @Option(
        names = "--policy",
        paramLabel = "FILE",
        required = true,
        description = "Its policy, a JSON document.")
    private Path policy = Path.of("");

    final void set(FrontendClient client, boolean isNew) throws IOException {
      new IdentityApi(client).setRole(role(), Files.readAllBytes(policy), isNew);
    }
  }

  /** {@code aumbry admin role create}. */
  @Command(name = "create", description = "Creates a role with a policy.")
  static final class Create extends WithPolicy {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      set(client, true);
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin role update}. */
  @Command(name = "update", description = "Replaces the policy of a role.")
  static final class Update extends WithPolicy {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      set(client, false);
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin role delete}. */
  @Command(name = "delete", description = "Deletes a role with its policy and its grants.")
  static final class Delete extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      new IdentityApi(client).delete(IdentityApi.ROLES, role());
      return ExitCode.OK;
    }
  }

  /** Base of the commands about one grant. */
  abstract static class OfGrant extends OfOne {
    @Parameters(index = "1", paramLabel = "USER", description = "As account/name, or name.")
    private String user = "";

    @Option(
        names = "--in",
        paramLabel = "ACCOUNT",
        description = "Only for this account (default: for all).")
    private String account = "";

    final String userId(IdentityApi identities) throws IOException {
      return identities.userId(UserReference.parse(user));
    }

    final String account() {
      return account;
    }

    final void say(String verb) {
      String scope = account.isEmpty() ? "all accounts" : "account " + account;
      String line = "%s %s %s in %s".formatted(user, verb, role(), scope);
      out().println(PrintableText.of(line));
    }
  }

  /** {@code aumbry admin role grant}. */
  @Command(name = "grant", description = "Gives a role to a user.")
  static final class Grant extends OfGrant {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      identities.grant(role(), userId(identities), account());
      say("has the role");
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin role revoke}. */
  @Command(name = "revoke", description = "Takes a role from a user.")
  static final class Revoke extends OfGrant {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      identities.revoke(role(), userId(identities), account());
      say("no longer has the role");
      return ExitCode.OK;
    }
  }
}
