package io.aumbry.deploy.operator.hook;

import io.aumbry.config.ConfidentialUrl;
import io.aumbry.config.ConfigException;
import io.aumbry.config.KeySet;
import io.aumbry.config.SecretFile;
import io.aumbry.config.Section;
import io.aumbry.config.Setting;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.TrustedAuthorities;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * The settings of an HTTP call, from a file in the folder of hooks. A workflow names the file, and
 * has no influence on its content.
 */
public record HttpHookSettings(
    @Setting(
            key = HttpHookSettings.URL,
            form = "https://host/path",
            text = "Receives a POST for each run. HTTP without TLS is for this machine only.")
        Optional<ConfidentialUrl> address,
    @Setting(
            key = HttpHookSettings.TOKEN_FILE,
            text = "A file with a bearer token, which only its owner may read.")
        Optional<Path> tokenFile,
    @Setting(
            key = HttpHookSettings.CA_FILE,
            text = "A PEM file with the authorities to trust instead of those of the Java runtime.")
        Optional<Path> caFile) {
  static final String URL = "hook.url";
  static final String TOKEN_FILE = "hook.token-file";
  static final String CA_FILE = "hook.ca-file";

  private static final KeySet<Sections> KEYS = KeySet.of("an HTTP hook", Sections.class);

  /** The syntax of RFC 6750. Shorter tokens would hide too much of an output. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]{8,4096}=*");

  /** The sections of the file. */
  public record Sections(@Section("HTTP call") HttpHookSettings hook) {}

  /**
   * Reads a file.
   *
   * @throws ConfigException if it is not valid
   */
  static HttpHookSettings read(Path file) {
    HttpHookSettings settings = new SettingsLoader<>(KEYS).file(file).load().hook();
    if (settings.address.isEmpty()) {
      throw new ConfigException(file + ": " + URL + " is not set");
    }
    return settings;
  }

  ConfidentialUrl url() {
    return address.orElseThrow();
  }

  /**
   * The bearer token, if there is one.
   *
   * @throws ConfigException if the file is not readable, or others may read it
   */
  Optional<String> token() {
    return tokenFile.map(file -> {
      try {
        String token = SecretFile.firstLine(file);
        if (!TOKEN.matcher(token).matches()) {
          throw new ConfigException(TOKEN_FILE + ": no bearer token in the first line of " + file);
        }
        return token;
      } catch (IOException e) {
        throw new ConfigException(TOKEN_FILE + ": " + reason(e));
      }
    });
  }

  /**
   * The authorities to trust, if they are not those of the Java runtime.
   *
   * @throws ConfigException if the file has none
   */
  Optional<SSLContext> authorities() {
    return caFile.map(file -> {
      try {
        return TrustedAuthorities.read(file);
      } catch (ClientException e) {
        throw new ConfigException(CA_FILE + ": " + e.getMessage());
      } catch (IOException e) {
        throw new ConfigException(CA_FILE + ": " + reason(e));
      }
    });
  }

  private static String reason(IOException failure) {
    return failure instanceof NoSuchFileException
        ? failure.getMessage() + " does not exist"
        : String.valueOf(failure.getMessage());
  }
}
