package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.config.Text;
import io.aumbry.frontend.access.key.Secret;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Combines flags, environment and profiles. For each value, a flag precedes the environment, which
 * precedes the profile, which precedes the default. There is no flag for a secret.
 *
 * @param profile flag {@code --profile}
 * @param url flag {@code --url}
 * @param caFile flag {@code --ca-file}
 */
public record ProfileChoice(Optional<String> profile, Optional<String> url, Optional<Path> caFile) {
  private static final String PROFILE = "AUMBRY_PROFILE";
  private static final String URL = "AUMBRY_URL";
  private static final String ACCESS_KEY = "AUMBRY_ACCESS_KEY";
  private static final String SECRET_KEY = "AUMBRY_SECRET_KEY";
  private static final String TOKEN = "AUMBRY_TOKEN";
  private static final String CA_FILE = "AUMBRY_CA_FILE";

  /** The name of the chosen profile, which may not exist. */
  public String name(ClientEnvironment environment) {
    String name = profile.or(() -> environment.variable(PROFILE)).orElse(Profile.DEFAULT_NAME);
    ProfileFile.requireName(name);
    return name;
  }

  /**
   * The values that a command uses.
   *
   * @throws ConfigException if the chosen profile does not exist, or a value is invalid
   */
  public Profile effective(ClientEnvironment environment, Map<String, Profile> profiles) {
    String name = name(environment);
    if (!profiles.containsKey(name) && !name.equals(Profile.DEFAULT_NAME)) {
      throw new ConfigException(
          "there is no profile '"
              + name
              + "'"
              + Text.nearest(name, profiles.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; 'aumbry login --profile " + name + "' creates it"));
    }
    return overridden(environment, profiles.getOrDefault(name, Profile.BUILT_IN));
  }

  /** Replaces values of a profile by those of flags and the environment. */
  public Profile overridden(ClientEnvironment environment, Profile stored) {
    Profile.Defaults defaults = stored.defaults();
    Optional<Path> authorities =
        caFile.or(() -> environment.variable(CA_FILE).map(Path::of)).or(defaults::caFile);
    return new Profile(
        url.or(() -> environment.variable(URL)).map(Profile::parseUrl).orElse(stored.url()),
        credential(environment).or(stored::credential),
        new Profile.Defaults(defaults.account(), defaults.container(), authorities));
  }

  private static Optional<ClientCredential> credential(ClientEnvironment environment) {
    Optional<ClientCredential> key = key(environment).map(found -> found);
    Optional<String> token = environment.variable(TOKEN);
    if (key.isPresent() && token.isPresent()) {
      throw new ConfigException(
          "%s and %s are set; unset one of them".formatted(ACCESS_KEY, TOKEN));
    }
    return token
        .<ClientCredential>map(text -> new ClientToken(Secret.of(text), Optional.empty()))
        .or(() -> key);
  }

  private static Optional<ClientKey> key(ClientEnvironment environment) {
    Optional<String> id = environment.variable(ACCESS_KEY);
    Optional<String> secret = environment.variable(SECRET_KEY);
    if (id.isPresent() != secret.isPresent()) {
      throw new ConfigException(
          "%s is set without %s"
              .formatted(
                  id.isPresent() ? ACCESS_KEY : SECRET_KEY,
                  id.isPresent() ? SECRET_KEY : ACCESS_KEY));
    }
    return id.map(key -> new ClientKey(key, Secret.of(secret.orElseThrow())));
  }
}
