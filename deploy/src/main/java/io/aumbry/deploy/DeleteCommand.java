package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aumbry delete ID}. */
@Command(
    name = "delete",
    description = "Deletes a blob.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DeleteCommand implements Callable<Integer> {
  @Mixin private BlobCommand blob = new BlobCommand();

  @Parameters(paramLabel = "ID", description = "What put has printed.")
  private String id = "";

  @Override
  public Integer call() throws IOException {
    try (BlobClient client = blob.connect()) {
      client.delete(id);
    }
    return 0;
  }
}
