package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code aumbry update-ttl ID}. */
@Command(
    name = "update-ttl",
    description = "Removes the expiry of a blob, so that it is kept for ever.")
final class UpdateTtlCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, String blob, PrintWriter out) throws IOException {
    client.updateTtl(blob);
  }
}
