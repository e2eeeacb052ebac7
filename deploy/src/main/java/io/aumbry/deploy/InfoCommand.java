package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code aumbry info ID}. */
@Command(name = "info", description = "Prints the properties and user metadata of a blob.")
final class InfoCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, String blob, PrintWriter out) throws IOException {
    new TreeMap<>(client.info(blob))
        .forEach((name, values) -> {
          if (name.startsWith("x-ambry-")) {
            out.println(name + ": " + String.join(", ", values));
          }
        });
  }
}
