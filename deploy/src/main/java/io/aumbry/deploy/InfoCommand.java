package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aumbry info ID}. */
@Command(
    name = "info",
    description = "Shows what is known of a blob: its properties and user metadata.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class InfoCommand implements Callable<Integer> {
  @Mixin private BlobCommand blob = new BlobCommand();

  @Parameters(paramLabel = "ID", description = "What put has printed.")
  private String id = "";

  @Override
  public Integer call() throws IOException {
    try (BlobClient client = blob.connect()) {
      new TreeMap<>(client.info(id))
          .forEach((name, values) -> {
            if (name.startsWith("x-ambry-")) {
              blob.out().println(name + ": " + String.join(", ", values));
            }
          });
    }
    return 0;
  }
}
