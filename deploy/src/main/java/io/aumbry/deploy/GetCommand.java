package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import io.aumbry.deploy.client.Terminal;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry get BLOB}. */
@Command(
    name = "get",
    description = {
      "Writes a blob to a file or to standard output, and verifies it.",
      "A file gets its name only after the whole blob was verified."
    })
final class GetCommand extends SingleBlobCommand {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Output file (default: standard output).")
  private @Nullable Path output;

  @Override
  void act(BlobClient client, BlobReference blob) throws IOException {
    Terminal terminal = Terminal.standardError(new SystemTime());
    if (output != null) {
      client.get(blob, output, size -> terminal.progress(blob.toString(), size));
    } else {
      client.get(blob, System.out, size -> terminal.progress(blob.toString(), size));
    }
  }
}
