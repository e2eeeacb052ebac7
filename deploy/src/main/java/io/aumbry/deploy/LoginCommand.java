package io.aumbry.deploy;

import io.aumbry.config.ConfigException;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendOptions;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.profile.ClientCredential;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.ClientToken;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import io.aumbry.frontend.access.key.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aumbry login}. */
@Command(
    name = "login",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Verifies an access key and stores it in a profile. With --lifetime, stores a bearer token"
          + " that ends by itself, and not the key.",
      "Asks for the access key id and its secret on the terminal. If standard input is no"
          + " terminal, its first line is the id and its second line is the secret."
    })
final class LoginCommand implements Callable<Integer> {
  @Mixin private FrontendOptions frontend = new FrontendOptions();

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "Default account of uploads and listings.")
  private @Nullable String account;

  @Option(
      names = "--container",
      paramLabel = "NAME",
      description = "Default container; needs an account.")
  private @Nullable String container;

  @Option(
      names = "--lifetime",
      paramLabel = "DURATION",
      converter = TokenCommand.Lifetime.class,
      description = "Stores a token that is valid for 1m to 12h in place of the key.")
  private @Nullable Duration lifetime;

  @Option(
      names = "--role",
      paramLabel = "NAME",
      description = "Limits the token to the rights of a role; needs --lifetime.")
  private @Nullable String role;

  @Override
  public Integer call() throws IOException {
    if (role != null && lifetime == null) {
      throw new ConfigException("--role limits a token, so --lifetime must be given too");
    }
    ClientEnvironment environment = frontend.environment();
    ProfileFile file = environment.profiles();
    String name = frontend.choice().name(environment);
    Profile stored = file.read().getOrDefault(name, Profile.BUILT_IN);
    Profile profile =
        withDefaults(frontend.choice().overridden(environment, stored))
            .with(environment.prompt().ask());
    if (lifetime != null) {
      profile.requireConfidential();
    }
    Verified verified = verify(profile, environment);
    file.put(name, profile.with(verified.credential()));
    frontend
        .out()
        .println(
            "profile %s: %s is logged in to %s%s (%s)"
                .formatted(name, verified.user(), profile.url(), until(verified), file.path()));
    return ExitCode.OK.code();
  }

  private static String until(Verified verified) {
    return verified.credential() instanceof ClientToken(Secret _, Optional<Instant> expires)
        ? expires.map(end -> " until " + end).orElse("")
        : "";
  }

  private Profile withDefaults(Profile profile) {
    Profile.Defaults defaults = profile.defaults();
    return profile.withDefaults(
        new Profile.Defaults(
            Optional.ofNullable(account).or(defaults::account),
            Optional.ofNullable(container).or(defaults::container),
            defaults.caFile().map(Path::toAbsolutePath)));
  }

  /** A user and the credential that the profile gets. */
  private record Verified(String user, ClientCredential credential) {}

  /** Asks the frontend for the user of the key, and perhaps for a token. */
  private Verified verify(Profile profile, ClientEnvironment environment) throws IOException {
    try (FrontendClient client = new FrontendClient(profile, environment.time())) {
      String user = user(client);
      ClientCredential stored =
          lifetime == null
              ? profile.key().orElseThrow()
              : token(TokenCommand.minted(client, lifetime, Optional.ofNullable(role)));
      return new Verified(user, stored);
    }
  }

  private static String user(FrontendClient client) throws IOException {
    try {
      return WhoAmICommand.user(client);
    } catch (ClientException failure) {
      throw explained(failure, client.profile());
    }
  }

  private static ClientToken token(JsonObject minted) {
    Instant expires = Instant.ofEpochMilli(minted.number("expiresTime", 0));
    return new ClientToken(
        Secret.of(minted.text("token")), Optional.of(expires.truncatedTo(ChronoUnit.SECONDS)));
  }

  private static ClientException explained(ClientException failure, Profile profile) {
    String key = profile.key().map(ClientKey::accessKeyId).orElse("");
    return switch (failure.status()) {
      case 401, 403 ->
          new ClientException(
              ExitCode.REFUSED,
              "%s refuses the access key %s or its secret; nothing was stored: %s"
                  .formatted(profile.url(), key, failure.getMessage()));
      case 404 ->
          new ClientException(
              ExitCode.REFUSED,
              "%s knows no users, because its frontend.authentication is off or its version is"
                      .formatted(profile.url())
                  + " older; nothing was stored");
      default -> failure;
    };
  }
}
