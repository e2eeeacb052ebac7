package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.Terminal;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aumbry get ID}. */
@Command(
    name = "get",
    description = {
      "Writes a blob to a file or to standard output, and verifies it.",
      "A file appears under its name only when it is whole and verified."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class GetCommand implements Callable<Integer> {
  @Mixin private BlobCommand blob = new BlobCommand();

  @Parameters(paramLabel = "ID", description = "What put has printed.")
  private String id = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write it (default: standard output).")
  private @Nullable Path output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.standardError(new SystemTime());
    try (BlobClient client = blob.connect()) {
      if (output != null) {
        client.get(id, output, size -> terminal.progress(id, size));
      } else {
        client.get(id, System.out, size -> terminal.progress(id, size));
      }
    }
    return 0;
  }
}
