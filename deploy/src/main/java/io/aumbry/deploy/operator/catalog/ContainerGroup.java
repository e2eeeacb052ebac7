package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ContainerReference;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin container}. */
@Command(
    name = "container",
    mixinStandardHelpOptions = true,
    description = "Lists, creates, changes and deletes containers.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ContainerGroup.ListAll.class,
      ContainerGroup.Show.class,
      ContainerGroup.Create.class,
      ContainerGroup.Update.class,
      ContainerGroup.Delete.class
    })
public final class ContainerGroup implements Runnable {
  private static final String SETTABLE =
      "A field; can be repeated: status, description, ttlRequired, namedBlobMode"
          + " (disabled, optional or no-update), replicationPolicy (the partition class),"
          + " durability (local, remote or majority), publicRead, cacheable, cacheTtlInSecond"
          + " (such as 1h), accessControlAllowOrigin, securePathRequired, overrideAccountAcl,"
          + " userMetadataKeysToNotPrefixInResponse (a,b),"
          + " contentTypeWhitelistForFilenamesOnDownload (a,b), encrypted, backupEnabled,"
          + " mediaScanDisabled.";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code aumbry admin container list}. */
  @Command(name = "list", description = "Lists the containers of an account.")
  static final class ListAll extends CatalogCommand {
    @Parameters(paramLabel = "ACCOUNT", description = "Name of the account.")
    private String account = "";

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      JsonObject found = new AccountApi(client).account(account);
      print(
          JsonObject.ofAll(AccountApi.CONTAINERS, found.objects(AccountApi.CONTAINERS)),
          AccountApi.CONTAINERS,
          new TextTable(
              "container", ">id", "status", "names", "class", "TTL", "public", "description"),
          container ->
              new Object[] {
                container.text(AccountApi.CONTAINER_NAME),
                container.text(AccountApi.CONTAINER_ID),
                container.text("status"),
                container.text("namedBlobMode"),
                container.text("replicationPolicy"),
                container.isTrue("ttlRequired") ? "required" : "optional",
                container.isTrue("publicRead") ? "yes" : "no",
                container.text("description")
              });
      return ExitCode.OK;
    }
  }

  /** Base of the commands about one container. */
  abstract static class OfOne extends CatalogCommand {
    @Parameters(paramLabel = "CONTAINER", description = "As account/container.")
    private String name = "";

    final ContainerReference reference() {
      return ContainerReference.parse(name);
    }

    /** Reads the container, changes fields, and writes it with the version that was read. */
    final void update(FrontendClient client, List<String> assignments) throws IOException {
      AccountApi accounts = new AccountApi(client);
      JsonObject read = accounts.container(reference());
      JsonObject changed = CatalogField.assign(read, assignments, CatalogField.OF_CONTAINER);
      try {
        print(accounts.saveContainer(reference().account(), changed));
      } catch (ClientException failure) {
        throw AccountApi.explained(failure, "container " + name);
      }
    }
  }

  /** {@code aumbry admin container show}. */
  @Command(name = "show", description = "Shows all fields of a container.")
  static final class Show extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(new AccountApi(client).container(reference()));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin container create}. */
  @Command(
      name = "create",
      description = {
        "Creates a container in an account.",
        "Uploads need a TTL unless ttlRequired=false, and blobs can have names only with"
            + " namedBlobMode=optional or no-update."
      })
  static final class Create extends OfOne {
    @Option(names = "--set", paramLabel = "FIELD=VALUE", description = SETTABLE)
    private List<String> assignments = List.of();

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      ContainerReference reference = reference();
      JsonObject container =
          JsonObject.of(AccountApi.CONTAINER_NAME, reference.container()).with("status", "ACTIVE");
      print(
          new AccountApi(client)
              .saveContainer(
                  reference.account(),
                  CatalogField.assign(container, assignments, CatalogField.OF_CONTAINER)));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin container update}. */
  @Command(
      name = "update",
      description = "Changes fields of a container. Refused if another change comes in between.")
  static final class Update extends OfOne {
    @Option(names = "--set", required = true, paramLabel = "FIELD=VALUE", description = SETTABLE)
    private List<String> assignments = List.of();

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      update(client, assignments);
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin container delete}. */
  @Command(
      name = "delete",
      description = {
        "Deletes a container with all its blobs.",
        "Requests for it are refused at once. Its data is kept for the retention, then"
            + " removed from all nodes."
      })
  static final class Delete extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      update(client, List.of("status=DELETE_IN_PROGRESS"));
      return ExitCode.OK;
    }
  }
}
