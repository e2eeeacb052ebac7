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
public interface KeyPrompt {
  /** The failure when the input ends too early. */
  Supplier<ConfigException> ENDED =
      () -> new ConfigException("the input must have two lines: an access key id and its secret");

  ClientKey ask() throws IOException;

  /** Asks on the terminal, or reads standard input if it is not a terminal. */
  static KeyPrompt ofProcess() {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(KeyPrompt::terminal)
        .orElseGet(() -> twoLines(System.in));
  }

  private static KeyPrompt terminal(Console console) {
    return () -> {
      String id = Optional.ofNullable(console.readLine("Access key id: ")).orElseThrow(ENDED);
      char[] secret =
          Optional.ofNullable(console.readPassword("Secret key (not shown): ")).orElseThrow(ENDED);
      ClientKey key = new ClientKey(id.strip(), Secret.of(new String(secret)));
      Arrays.fill(secret, ' ');
      return key;
    };
  }

  /** Reads the access key id from the first line and the secret from the second. */
  static KeyPrompt twoLines(InputStream in) {
    return () -> {
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      String id = Optional.ofNullable(lines.readLine()).orElseThrow(ENDED);
      String secret = Optional.ofNullable(lines.readLine()).orElseThrow(ENDED);
      return new ClientKey(id.strip(), Secret.of(secret.strip()));
    };
  }
}
