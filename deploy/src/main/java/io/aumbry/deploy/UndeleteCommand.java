package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code aumbry undelete ID}. */
@Command(
    name = "undelete",
    description = "Restores a deleted blob, while storage nodes still retain its bytes.")
final class UndeleteCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, String blob, PrintWriter out) throws IOException {
    client.undelete(blob);
  }
}
