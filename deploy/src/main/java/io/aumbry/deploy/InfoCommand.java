package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code aumbry info BLOB}. */
@Command(name = "info", description = "Prints the properties and user metadata of a blob.")
final class InfoCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    new TreeMap<>(client.info(blob))
        .forEach((name, values) -> {
          if (name.startsWith("x-ambry-")) {
            out().println(name + ": " + PrintableText.of(String.join(", ", values)));
          }
        });
  }
}
