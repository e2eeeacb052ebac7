package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code aumbry delete ID}. */
@Command(name = "delete", description = "Deletes a blob.")
final class DeleteCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, String blob, PrintWriter out) throws IOException {
    client.delete(blob);
  }
}
