package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin user}. */
@Command(
    name = "user",
    mixinStandardHelpOptions = true,
    description = {
      "Lists, creates, changes and deletes users.",
      "A user belongs to an account (account/name) or to the cluster (name)."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      UserGroup.ListAll.class,
      UserGroup.Show.class,
      UserGroup.Create.class,
      UserGroup.Update.class,
      UserGroup.Delete.class
    })
public final class UserGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code aumbry admin user list}. */
  @Command(name = "list", description = "Lists users.")
  static final class ListAll extends CatalogCommand {
    @Option(names = "--account", paramLabel = "NAME", description = "Only users of this account.")
    private String account = "";

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(
          new IdentityApi(client).users(account),
          IdentityApi.USERS,
          new TextTable("user", "state", "created", "id"),
          user ->
              new Object[] {
                IdentityApi.nameOf(user),
                state(user),
                FieldValue.shown(user, IdentityApi.CREATED),
                user.text(IdentityApi.USER_ID)
              });
      return ExitCode.OK;
    }
  }

  static String state(JsonObject object) {
    return object.isTrue(IdentityApi.ACTIVE) ? "active" : "inactive";
  }

  /** Base of the commands about one user. */
  abstract static class OfOne extends CatalogCommand {
    @Parameters(paramLabel = "USER", description = "As account/name; name for the cluster's.")
    private String user = "";

    final UserReference reference() {
      return UserReference.parse(user);
    }
  }

  /** {@code aumbry admin user show}. */
  @Command(name = "show", description = "Shows a user.")
  static final class Show extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(new IdentityApi(client).user(reference()));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin user create}. */
  @Command(
      name = "create",
      description = {
        "Creates a user, without access keys and permissions.",
        "'aumbry admin key create' and 'aumbry admin role grant' add them."
      })
  static final class Create extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      JsonObject user = JsonObject.of(IdentityApi.USER_NAME, reference().name());
      String account = reference().account();
      print(
          new IdentityApi(client)
              .create(
                  IdentityApi.USERS,
                  account.isEmpty() ? user : user.with(AccountApi.ACCOUNT_NAME, account)));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin user update}. */
  @Command(name = "update", description = "Changes a user.")
  static final class Update extends OfOne {
    @Option(
        names = "--active",
        paramLabel = "true|false",
        arity = "1",
        description = "Whether its keys are accepted.")
    private @Nullable Boolean active;

    @Option(names = "--name", paramLabel = "NAME", description = "A new name.")
    private @Nullable String name;

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      JsonObject user = identities.user(reference());
      JsonObject changed = active == null ? user : user.with(IdentityApi.ACTIVE, active);
      changed = name == null ? changed : changed.with(IdentityApi.USER_NAME, name);
      print(identities.replace(IdentityApi.USERS, user.text(IdentityApi.USER_ID), changed));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin user delete}. */
  @Command(name = "delete", description = "Deletes a user with its access keys, policy and roles.")
  static final class Delete extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      identities.delete(IdentityApi.USERS, identities.userId(reference()));
      return ExitCode.OK;
    }
  }
}
