package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code aumbry keep ID}. */
@Command(name = "keep", description = "Removes the expiry of a blob, so that it is kept for ever.")
final class KeepCommand extends SingleBlobCommand {
  @Override
  void act(BlobClient client, String blob, PrintWriter out) throws IOException {
    client.keep(blob);
  }
}
