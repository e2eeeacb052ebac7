package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code aumbry delete BLOB}. */
@Command(name = "delete", description = "Deletes a blob.")
final class DeleteCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    client.delete(blob);
  }
}
