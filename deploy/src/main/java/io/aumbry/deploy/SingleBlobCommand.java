package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What the commands have in common that are about one blob, named by its id. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class SingleBlobCommand implements Callable<Integer> {
  @Mixin private BlobCommand command = new BlobCommand();

  @Parameters(paramLabel = "ID", description = "What put has printed.")
  private String id = "";

  /** Does what is to be done, and prints what is to be seen. */
  abstract void act(BlobClient client, String blob, PrintWriter out) throws IOException;

  @Override
  public final Integer call() throws IOException {
    try (BlobClient client = command.connect()) {
      act(client, id, command.out());
    }
    return 0;
  }
}
