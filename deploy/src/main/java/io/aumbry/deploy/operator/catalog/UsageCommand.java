package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendRequest;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin usage}. */
@Command(
    name = "usage",
    description = {
      "Shows the live blobs and bytes of each container.",
      "If partitions do not answer, the sums lack them: the command names them and ends with exit"
          + " code 6."
    })
public final class UsageCommand extends CatalogCommand {
  private static final String MISSING = "missingPartitions";

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "Only containers of this account. Ignored with --json.")
  private String account = "";

  @Option(names = "--by-class", description = "Show each partition class on its own.")
  private boolean byClass;

  @Override
  protected ExitCode act(FrontendClient client) throws IOException {
    JsonObject report = report(client);
    if (isJson()) {
      print(report);
    } else {
      table(report, names(client)).lines().forEach(line -> out().println(PrintableText.of(line)));
    }
    if (report.value(MISSING).isEmpty()) {
      return ExitCode.OK;
    }
    err().println("partitions that do not answer, and that the sums lack: " + report.text(MISSING));
    return ExitCode.UNAVAILABLE;
  }

  private JsonObject report(FrontendClient client) throws IOException {
    String cluster = client.json(FrontendRequest.get("/getClusterMapSnapshot")).text("clusterName");
    return client.json(
        FrontendRequest.get("/statsReport")
            .header("x-ambry-cluster-name", cluster)
            .header("x-ambry-stats-type", byClass ? "PARTITION_CLASS_REPORT" : "ACCOUNT_REPORT"));
  }

  /** The names of accounts and containers; a container is {@code account/container}. */
  private static Map<String, String> names(FrontendClient client) throws IOException {
    Map<String, String> names = new HashMap<>();
    for (JsonObject account : new AccountApi(client).all().objects(AccountApi.ACCOUNTS)) {
      String id = account.text(AccountApi.ACCOUNT_ID);
      names.put(id, account.text(AccountApi.ACCOUNT_NAME));
      for (JsonObject container : account.objects(AccountApi.CONTAINERS)) {
        names.put(
            id + "/" + container.text(AccountApi.CONTAINER_ID),
            container.text(AccountApi.CONTAINER_NAME));
      }
    }
    return names;
  }

  private TextTable table(JsonObject report, Map<String, String> names) {
    String[] heads = {"account", "container", ">blobs", ">bytes", ">on all replicas"};
    TextTable table =
        byClass
            ? new TextTable("class", heads[0], heads[1], heads[2], heads[3], heads[4])
            : new TextTable(heads);
    if (byClass) {
      forEach(report, (name, accounts) -> add(table, List.of(name), accounts, names));
    } else {
      add(table, List.of(), report, names);
    }
    return table;
  }

  private void add(
      TextTable table, List<Object> first, JsonObject accounts, Map<String, String> names) {
    forEach(
        accounts,
        (id, containers) -> {
          String name = names.getOrDefault(id, id);
          if (account.isEmpty() || account.equals(name)) {
            forEach(
                containers,
                (container, usage) -> {
                  List<Object> cells = new ArrayList<>(first);
                  cells.add(name);
                  cells.add(names.getOrDefault(id + "/" + container, container));
                  cells.add(usage.text("numberOfBlobs"));
                  cells.add(NumberText.bytes(usage.number("logicalStorageUsage", 0)));
                  cells.add(NumberText.bytes(usage.number("physicalStorageUsage", 0)));
                  table.add(cells.toArray());
                });
          }
        });
  }

  /** The objects in an object, without {@link #MISSING}. */
  private static void forEach(JsonObject object, BiConsumer<String, JsonObject> visitor) {
    object
        .fields()
        .forEach((key, value) ->
            JsonObject.object(value).ifPresent(found -> visitor.accept(key, found)));
  }
}
