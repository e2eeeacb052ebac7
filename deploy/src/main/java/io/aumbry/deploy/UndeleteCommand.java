package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code aumbry undelete ID}. */
@Command(
    name = "undelete",
    description = "Takes the delete of a blob back, for as long as storage nodes keep it.")
final class UndeleteCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, String blob, PrintWriter out) throws IOException {
    client.undelete(blob);
  }
}
