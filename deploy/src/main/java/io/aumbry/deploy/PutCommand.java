package io.aumbry.deploy;

import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.BlobReference;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendCommand;
import io.aumbry.deploy.client.ProgressListener;
import io.aumbry.deploy.client.Terminal;
import io.aumbry.deploy.client.Upload;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.protocol.runtime.PrintableText;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code aumbry put FILE...}. */
@Command(
    name = "put",
    description = "Stores files and prints the id of each.",
    versionProvider = Version.class)
final class PutCommand extends FrontendCommand {
  private static final int CONFLICT = 409;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files to store.")
  private List<Path> files = List.of();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Media type (default: guessed from the file).")
  private @Nullable String type;

  @Option(
      names = "--ttl",
      paramLabel = "SPAN",
      converter = Life.class,
      description = "Time to live, such as 90s or 7d (default: for ever).")
  private @Nullable Duration ttl;

  @Option(
      names = {"-m", "--meta"},
      paramLabel = "KEY=VALUE",
      description = "User metadata; can be repeated.")
  private Map<String, String> metadata = new LinkedHashMap<>();

  @ArgGroup(exclusive = false)
  private @Nullable Target target;

  @Option(names = "--private", description = "Store them as private, out of shared caches.")
  private boolean isPrivate;

  @ArgGroup(exclusive = false)
  private @Nullable Named named;

  @Override
  protected ExitCode act(FrontendClient client) throws IOException {
    Terminal terminal = Terminal.standardError(new SystemTime());
    BlobClient blobs = new BlobClient(client);
    requireOneName();
    for (Path file : files) {
      Upload upload = describe(file, client.profile().defaults());
      BlobClient.Stored stored;
      try (ProgressListener progress = terminal.progress(file.toString(), Files.size(file))) {
        stored = blobs.put(upload, progress);
      } catch (ClientException failure) {
        throw named != null && !named.upsert && failure.status() == CONFLICT
            ? failure.with("; --upsert replaces the blob of this name")
            : failure;
      }
      out().println(files.size() == 1 ? stored.id() : stored.id() + "  " + file);
      out().flush();
      stored
          .warning()
          .ifPresent(
              warning -> err().println("aumbry: " + file + ": " + PrintableText.of(warning)));
    }
    return ExitCode.OK;
  }

  private void requireOneName() {
    if (named != null && files.size() > 1) {
      throw new ClientException(
          ExitCode.USAGE, "--name names one file, but " + files.size() + " are given");
    }
    if (named != null && target != null) {
      throw new ClientException(
          ExitCode.USAGE, "--name contains account and container; omit --account and --container");
    }
  }

  private Upload describe(Path file, Profile.Defaults defaults) throws IOException {
    Upload upload = Upload.of(file);
    metadata.forEach(upload::metadata);
    if (type != null) {
      upload.contentType(type);
    }
    if (ttl != null) {
      upload.expireAfter(ttl);
    }
    if (named != null) {
      upload.name(BlobReference.parseName(named.name), named.upsert);
    } else if (target != null) {
      upload.target(target.account, target.container);
    } else if (defaults.container().isPresent()) {
      upload.target(defaults.account().orElseThrow(), defaults.container().get());
    }
    return isPrivate ? upload.keepPrivate() : upload;
  }

  private static final class Named {
    @Option(
        names = "--name",
        paramLabel = "NAME",
        required = true,
        description = "Name of the blob, as account/container/name.")
    private String name = "";

    @Option(names = "--upsert", description = "Replace a blob that has the name.")
    private boolean upsert;
  }

  private static final class Target {
    @Option(
        names = "--account",
        paramLabel = "NAME",
        required = true,
        description = "Owner of the blobs.")
    private String account = "";

    @Option(
        names = "--container",
        paramLabel = "NAME",
        required = true,
        description = "Container of the account.")
    private String container = "";
  }

  private static final class Life implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return ValueTypes.duration("1s", "36500d").parse(text);
      } catch (IllegalArgumentException invalid) {
        throw new TypeConversionException(String.valueOf(invalid.getMessage()));
      }
    }
  }
}
