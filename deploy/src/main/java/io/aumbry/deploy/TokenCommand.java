package io.aumbry.deploy;

import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendOptions;
import io.aumbry.deploy.client.FrontendRequest;
import io.aumbry.deploy.client.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code aumbry token}. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Exchanges the access key for a bearer token, and writes it to standard output.",
      "The token ends with its lifetime, or when the key or its user is disabled."
    })
final class TokenCommand implements Callable<Integer> {
  @Mixin private FrontendOptions frontend = new FrontendOptions();

  @Option(
      names = "--lifetime",
      paramLabel = "DURATION",
      converter = Lifetime.class,
      description = "1m to 12h (default: 1h).")
  private Duration lifetime = Duration.ofHours(1);

  @Option(
      names = "--role",
      paramLabel = "NAME",
      description = "Limits the token to the rights of a role.")
  private @Nullable String role;

  /** Reads durations such as 90s, 10m or 2h. */
  static final class Lifetime implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return ValueTypes.duration("1m", "12h").parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    try (FrontendClient client = frontend.connect()) {
      JsonObject minted = minted(client, lifetime, Optional.ofNullable(role));
      frontend.out().println(minted.text("token"));
    }
    return ExitCode.OK.code();
  }

  /** Exchanges the key of a client for a token. */
  static JsonObject minted(FrontendClient client, Duration lifetime, Optional<String> role)
      throws IOException {
    JsonObject wish = new JsonObject(Map.of("lifetimeSeconds", lifetime.toSeconds()));
    JsonObject limited = role.map(name -> wish.with("role", name)).orElse(wish);
    return client.json(FrontendRequest.post("/tokens").body(limited));
  }
}
