package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base of the commands about one blob. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class SingleBlobCommand implements Callable<Integer> {
  @Mixin private BlobCommand command = new BlobCommand();

  @Parameters(paramLabel = "ID", description = "The id that put has printed.")
  private String id = "";

  /** Executes the command and prints its result. */
  abstract void act(BlobClient client, String blob, PrintWriter out) throws IOException;

  @Override
  public final Integer call() throws IOException {
    try (BlobClient client = command.connect()) {
      act(client, id, command.out());
    }
    return 0;
  }
}
