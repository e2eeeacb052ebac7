package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin account}. */
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    description = "Lists, creates and changes accounts.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      AccountGroup.ListAll.class,
      AccountGroup.Show.class,
      AccountGroup.Create.class,
      AccountGroup.Update.class,
      AccountGroup.Delete.class,
      AccountImportCommand.class
    })
public final class AccountGroup implements Runnable {
  private static final String SETTABLE =
      "A field; can be repeated: status, aclInheritedByContainer, quotaResourceType.";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code aumbry admin account list}. */
  @Command(name = "list", description = "Lists all accounts.")
  static final class ListAll extends CatalogCommand {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(
          new AccountApi(client).all(),
          AccountApi.ACCOUNTS,
          new TextTable("account", ">id", "status", ">containers", ">snapshotVersion"),
          account ->
              new Object[] {
                account.text(AccountApi.ACCOUNT_NAME),
                account.text(AccountApi.ACCOUNT_ID),
                account.text("status"),
                account.objects(AccountApi.CONTAINERS).size(),
                account.text("snapshotVersion")
              });
      return ExitCode.OK;
    }
  }

  /** Base of the commands about one account. */
  abstract static class OfOne extends CatalogCommand {
    @Parameters(paramLabel = "ACCOUNT", description = "Name of the account.")
    private String name = "";

    final String name() {
      return name;
    }

    /** Reads the account, changes the fields, and writes it with the version that was read. */
    final void update(FrontendClient client, List<String> assignments, String newName)
        throws IOException {
      AccountApi accounts = new AccountApi(client);
      JsonObject read = accounts.account(name);
      JsonObject changed =
          CatalogField.assign(read, assignments, CatalogField.OF_ACCOUNT)
              .with(AccountApi.ACCOUNT_NAME, newName);
      try {
        accounts.saveAccount(changed);
      } catch (ClientException failure) {
        throw AccountApi.explained(failure, "account " + name);
      }
      print(accounts.account(newName));
    }
  }

  /** {@code aumbry admin account show}. */
  @Command(name = "show", description = "Shows all fields of an account.")
  static final class Show extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(new AccountApi(client).account(name()));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin account create}. */
  @Command(name = "create", description = "Creates an account without containers.")
  static final class Create extends OfOne {
    @Option(
        names = "--id",
        paramLabel = "N",
        description = "Its id in blob ids, 1 to 2147483647 (default: the next free one).")
    private int id;

    @Option(names = "--set", paramLabel = "FIELD=VALUE", description = SETTABLE)
    private List<String> assignments = List.of();

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      AccountApi accounts = new AccountApi(client);
      long chosen = id != 0 ? id : nextId(accounts.all());
      JsonObject account =
          JsonObject.of(AccountApi.ACCOUNT_ID, chosen)
              .with(AccountApi.ACCOUNT_NAME, name())
              .with("status", "ACTIVE");
      accounts.saveAccount(CatalogField.assign(account, assignments, CatalogField.OF_ACCOUNT));
      print(accounts.account(name()));
      return ExitCode.OK;
    }

    private static long nextId(JsonObject all) {
      return 1
          + all.objects(AccountApi.ACCOUNTS).stream()
              .mapToLong(account -> account.number(AccountApi.ACCOUNT_ID, 0))
              .max()
              .orElse(0);
    }
  }

  /** {@code aumbry admin account update}. */
  @Command(
      name = "update",
      description = {
        "Changes fields of an account. Refused if another change comes in between.",
        "A new name changes the names of its blobs. Policies that name the account must be adapted."
      })
  static final class Update extends OfOne {
    @Option(names = "--set", paramLabel = "FIELD=VALUE", description = SETTABLE)
    private List<String> assignments = List.of();

    @Option(names = "--name", paramLabel = "NAME", description = "A new name.")
    private @Nullable String newName;

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      if (assignments.isEmpty() && newName == null) {
        throw new ClientException(ExitCode.USAGE, "nothing to change; give --set or --name");
      }
      update(client, assignments, newName == null ? name() : newName);
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin account delete}. */
  @Command(
      name = "delete",
      description = {
        "Makes an account INACTIVE, so that all requests for it are refused.",
        "Its data remains; delete its containers to remove it."
      })
  static final class Delete extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      update(client, List.of("status=INACTIVE"), name());
      return ExitCode.OK;
    }
  }
}
