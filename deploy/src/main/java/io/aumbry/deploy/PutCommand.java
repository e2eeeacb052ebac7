package io.aumbry.deploy;

import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.client.BlobClient;
import io.aumbry.deploy.client.ProgressListener;
import io.aumbry.deploy.client.Terminal;
import io.aumbry.deploy.client.Upload;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code aumbry put FILE...}. */
@Command(
    name = "put",
    description = "Stores files and prints the id of each.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class PutCommand implements Callable<Integer> {
  @Mixin private BlobCommand blob = new BlobCommand();

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

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.standardError(new SystemTime());
    try (BlobClient client = blob.connect()) {
      for (Path file : files) {
        Upload upload = describe(file);
        String id;
        try (ProgressListener progress = terminal.progress(file.toString(), Files.size(file))) {
          id = client.put(upload, progress);
        }
        blob.out().println(files.size() == 1 ? id : id + "  " + file);
        blob.out().flush();
      }
    }
    return 0;
  }

  private Upload describe(Path file) throws IOException {
    Upload upload = Upload.of(file);
    metadata.forEach(upload::metadata);
    if (type != null) {
      upload.contentType(type);
    }
    if (ttl != null) {
      upload.expireAfter(ttl);
    }
    if (target != null) {
      upload.target(target.account, target.container);
    }
    return isPrivate ? upload.keepPrivate() : upload;
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
