package io.aumbry.deploy.client.profile;

import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of a client command.
 *
 * @param variables of the process
 * @param home of the user
 */
public record ClientEnvironment(
    Map<String, String> variables, Path home, KeyPrompt prompt, Time time) {
  private static final String PROFILES = "AUMBRY_PROFILES";

  public ClientEnvironment {
    variables = Map.copyOf(variables);
  }

  /** Provides the environment to all commands of a command line. */
  @FunctionalInterface
  public interface Source {
    ClientEnvironment environment();
  }

  public static ClientEnvironment ofProcess() {
    return new ClientEnvironment(
        System.getenv(),
        Path.of(System.getProperty("user.home")),
        KeyPrompt.ofProcess(),
        new SystemTime());
  }

  /** A variable. An empty one counts as absent. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
  }

  /** Without the variables, because they may contain a secret. */
  @Override
  public String toString() {
    return "ClientEnvironment[home=" + home + "]";
  }

  public ProfileFile profiles() {
    return new ProfileFile(
        variable(PROFILES)
            .map(Path::of)
            .orElse(home.resolve(".config").resolve("aumbry").resolve("profiles")));
  }
}
