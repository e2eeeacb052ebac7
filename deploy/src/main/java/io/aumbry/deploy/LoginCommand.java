package io.aumbry.deploy;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.FrontendOptions;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Path;
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
      "Verifies an access key and stores it in a profile.",
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

  @Override
  public Integer call() throws IOException {
    ClientEnvironment environment = frontend.environment();
    ProfileFile file = environment.profiles();
    String name = frontend.choice().name(environment);
    Profile stored = file.read().getOrDefault(name, Profile.BUILT_IN);
    Profile profile =
        withDefaults(frontend.choice().overridden(environment, stored))
            .withKey(Optional.of(environment.prompt().ask()));
    String user = verify(profile, environment);
    file.put(name, profile);
    frontend
        .out()
        .println(
            "profile %s: %s is logged in to %s (%s)"
                .formatted(name, user, profile.url(), file.path()));
    return ExitCode.OK.code();
  }

  private Profile withDefaults(Profile profile) {
    Profile.Defaults defaults = profile.defaults();
    return profile.withDefaults(
        new Profile.Defaults(
            Optional.ofNullable(account).or(defaults::account),
            Optional.ofNullable(container).or(defaults::container),
            defaults.caFile().map(Path::toAbsolutePath)));
  }

  /** Asks the frontend for the user of the key. */
  private static String verify(Profile profile, ClientEnvironment environment) throws IOException {
    try (FrontendClient client = new FrontendClient(profile, environment.time())) {
      return WhoAmICommand.user(client);
    } catch (ClientException failure) {
      throw explained(failure, profile);
    }
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
