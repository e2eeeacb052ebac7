package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Base of the commands about one blob. */
@Command(versionProvider = Version.class)
abstract class SingleBlobCommand extends FrontendCommand {
  private static final int BAD_REQUEST = 400;

  @Parameters(
      paramLabel = "BLOB",
      description = "The id that put has printed, or account/container/name.")
  private String blob = "";

  /** Executes the command and prints its result. */
  abstract void act(BlobClient client, BlobReference blob) throws IOException;

  @Override
  protected final ExitCode act(FrontendClient client) throws IOException {
    BlobReference reference = BlobReference.parse(blob);
    try {
      act(new BlobClient(client), reference);
    } catch (ClientException failure) {
      throw failure.status() == BAD_REQUEST && reference instanceof BlobReference.Id
          ? failure.with("; a name has the form account/container/name")
          : failure;
    }
    return ExitCode.OK;
  }
}
