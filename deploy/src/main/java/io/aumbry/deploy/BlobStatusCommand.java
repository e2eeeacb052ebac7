package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code aumbry status ID}. */
@Command(
    name = "status",
    description = {
      "Prints the replicas of a blob, and which of them hold it.",
      "Reads the record of the blob from every replica in all data centres, and verifies it."
          + " BLOB must be an id."
    })
final class BlobStatusCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    if (!(blob instanceof BlobReference.Id id)) {
      throw new ClientException(
          ExitCode.USAGE, "'" + blob + "' is a name; the status of a blob needs its id");
    }
    TextTable table = new TextTable("data centre", "node", "address", "state", "holds", "reason");
    for (JsonObject dataCenter : client.status(id).objects("dataCenters")) {
      for (JsonObject replica : dataCenter.objects("replicas")) {
        table.add(
            dataCenter.text("name"),
            replica.text("node"),
            replica.text("address"),
            replica.text("state"),
            replica.isTrue("holds") ? "yes" : "no",
            replica.value("reason").orElse("-"));
      }
    }
    table.lines().forEach(line -> out().println(PrintableText.of(line)));
  }
}
