package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code aumbry undelete BLOB}. */
@Command(
    name = "undelete",
    description = {
      "Restores a deleted blob by its id, while storage nodes still retain its bytes.",
      "A blob that was stored for a name cannot be restored; put it again."
    })
final class UndeleteCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    if (blob instanceof BlobReference.Name) {
      throw new ClientException(
          ExitCode.USAGE,
          "'" + blob + "' is a name; only a blob without a name can be restored, by its id");
    }
    client.undelete(blob);
  }
}
