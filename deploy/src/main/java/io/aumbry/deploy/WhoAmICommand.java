package io.aumbry.deploy;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendCommand;
import io.aumbry.deploy.client.FrontendRequest;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code aumbry whoami}. */
@Command(
    name = "whoami",
    description = "Prints the user, its access key and the frontend that other commands use.",
    versionProvider = Version.class)
final class WhoAmICommand extends FrontendCommand {
  @Override
  protected ExitCode act(FrontendClient client) throws IOException {
    String user = client.profile().credential().isEmpty() ? "anonymous" : user(client);
    String key = client.profile().key().map(ClientKey::accessKeyId).orElse("-");
    out().println("user      " + user);
    out().println("key       " + PrintableText.of(key));
    client.profile().token().ifPresent(token -> out().println("token     until " + token.end()));
    out().println("frontend  " + PrintableText.of(client.profile().url().toString()));
    return ExitCode.OK;
  }

  /** Asks the frontend for the user of the key, as {@code account/name}. */
  static String user(FrontendClient client) throws IOException {
    JsonObject user = client.json(FrontendRequest.get("/users/self"));
    String account = user.text("accountName");
    return PrintableText.of(
        account.isEmpty() ? user.text("userName") : account + "/" + user.text("userName"));
  }
}
