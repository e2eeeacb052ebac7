package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks for an access key and its secret. */
@FunctionalInterface
public interface CredentialPrompt {
  /** The failure when the input ends too early. */
  Supplier<ConfigException> ENDED =
      () -> new ConfigException("the input must have two lines: an access key id and its secret");

  Credentials ask() throws IOException;

  /** Asks on the terminal, or reads standard input if it is not a terminal. */
  static CredentialPrompt ofProcess() {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(CredentialPrompt::terminal)
        .orElseGet(() -> twoLines(System.in));
  }

  private static CredentialPrompt terminal(Console console) {
    return () -> {
      String id = Optional.ofNullable(console.readLine("Access key id: ")).orElseThrow(ENDED);
      char[] secret =
          Optional.ofNullable(console.readPassword("Secret key (not shown): ")).orElseThrow(ENDED);
      Credentials credentials = new Credentials(id.strip(), Secret.of(new String(secret)));
      Arrays.fill(secret, ' ');
      return credentials;
    };
  }

  /** Reads the access key id from the first line and the secret from the second. */
  static CredentialPrompt twoLines(InputStream in) {
    return () -> {
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      String id = Optional.ofNullable(lines.readLine()).orElseThrow(ENDED);
      String secret = Optional.ofNullable(lines.readLine()).orElseThrow(ENDED);
      return new Credentials(id.strip(), Secret.of(secret.strip()));
    };
  }
}
