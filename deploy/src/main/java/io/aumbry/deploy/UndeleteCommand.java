package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code aumbry undelete BLOB}. */
@Command(
    name = "undelete",
    description = "Restores a deleted blob, while storage nodes still retain its bytes.")
final class UndeleteCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    client.undelete(blob);
  }
}
