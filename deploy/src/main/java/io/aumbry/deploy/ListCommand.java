package io.aumbry.deploy;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ContainerListing;
import io.aumbry.deploy.client.ContainerReference;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendCommand;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.protocol.runtime.PrintableText;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aumbry list CONTAINER}. */
@Command(
    name = "list",
    versionProvider = Version.class,
    description = {
      "Lists the names of a container, in order.",
      "Each line has the time of the upload, the size, the expiry and the name."
    })
final class ListCommand extends FrontendCommand {
  private static final String NONE = "-";

  @Parameters(
      arity = "0..1",
      paramLabel = "CONTAINER",
      description = "As account/container (default: of the profile).")
  private @Nullable String container;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Only names that begin with it.")
  private String prefix = "";

  @Option(
      names = "--delimiter",
      paramLabel = "TEXT",
      description = "List names up to it, like folders; usually /.")
  private String delimiter = "";

  @Option(names = "--limit", paramLabel = "N", description = "At most N names (default: all).")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = "--page",
      paramLabel = "TOKEN",
      description = "Continue where a listing with --limit ended.")
  private String page = "";

  @Option(names = "--json", description = "Print a JSON object per line.")
  private boolean json;

  @Override
  protected ExitCode act(FrontendClient client) throws IOException {
    ContainerListing listing =
        new ContainerListing(chosen(client.profile()), prefix, delimiter, page, limit);
    Optional<String> next = listing.run(client, this::print);
    out().flush();
    next.ifPresent(token -> err().println("aumbry: more names follow: --page '" + token + "'"));
    return ExitCode.OK;
  }

  private ContainerReference chosen(Profile profile) {
    if (container != null) {
      return ContainerReference.parse(container);
    }
    Profile.Defaults defaults = profile.defaults();
    if (defaults.account().isEmpty() || defaults.container().isEmpty()) {
      throw new ClientException(
          ExitCode.USAGE, "CONTAINER is missing, and the profile has no account and container");
    }
    return new ContainerReference(defaults.account().get(), defaults.container().get());
  }

  private void print(JsonObject entry) {
    if (json) {
      out().println(JsonWriter.CAMEL_CASE.line(entry));
      return;
    }
    boolean isFolder = entry.isTrue("isDirectory");
    out()
        .println(
            String.format(
                Locale.ROOT,
                "%-20s %15s  %-20s  %s",
                isFolder ? NONE : time(entry, "modifiedTimeMs"),
                isFolder ? NONE : entry.text("blobSize"),
                isFolder ? NONE : time(entry, "expirationTimeMs"),
                PrintableText.of(entry.text("blobName"))));
  }

  private static String time(JsonObject entry, String key) {
    long millis = entry.number(key, -1);
    return millis < 0
        ? NONE
        : Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
