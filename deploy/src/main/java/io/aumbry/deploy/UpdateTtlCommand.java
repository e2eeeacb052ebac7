package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code aumbry update-ttl BLOB}. */
@Command(
    name = "update-ttl",
    description = "Removes the expiry of a blob, so that it is kept for ever.")
final class UpdateTtlCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    client.updateTtl(blob);
  }
}
