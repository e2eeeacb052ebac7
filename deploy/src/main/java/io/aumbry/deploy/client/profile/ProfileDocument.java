package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The content of the profiles file. */
record ProfileDocument(int version, Map<String, Entry> profiles) {
  private static final int VERSION = 1;

  ProfileDocument {
    if (version != VERSION) {
      throw new IllegalArgumentException("version " + version + ", must be " + VERSION);
    }
  }

  static ProfileDocument of(Map<String, Profile> profiles) {
    Map<String, Entry> entries = new TreeMap<>();
    profiles.forEach((name, profile) -> entries.put(name, Entry.of(profile)));
    return new ProfileDocument(VERSION, entries);
  }

  Map<String, Profile> values() {
    Map<String, Profile> values = new TreeMap<>();
    profiles.forEach((name, entry) -> values.put(name, entry.value(name)));
    return values;
  }

  /**
   * A bearer token.
   *
   * @param expires such as {@code 2026-01-31T12:00:00Z}
   */
  record Token(String text, Optional<String> expires) {
    static Token of(ClientToken token) {
      return new Token(token.text().text(), token.expires().map(Instant::toString));
    }

    ClientToken value(String profile) {
      try {
        return new ClientToken(Secret.of(text), expires.map(Instant::parse));
      } catch (DateTimeParseException e) {
        throw new ConfigException(
            "the token of profile %s expires at '%s', must be a time such as 2026-01-31T12:00:00Z"
                .formatted(profile, expires.orElse("")));
      }
    }

    /** Hides the token. */
    @Override
    public String toString() {
      return "Token[expires=" + expires.orElse("") + "]";
    }
  }

  /** One profile. Its text hides the secret. */
  record Entry(
      String url,
      Optional<String> accessKey,
      Optional<String> secretKey,
      Optional<Token> token,
      Optional<String> account,
      Optional<String> container,
      Optional<String> caFile) {
    static Entry of(Profile profile) {
      Optional<ClientKey> key = profile.key();
      Profile.Defaults defaults = profile.defaults();
      return new Entry(
          profile.url().toString(),
          key.map(ClientKey::accessKeyId),
          key.map(found -> found.secret().text()),
          profile.token().map(Token::of),
          defaults.account(),
          defaults.container(),
          defaults.caFile().map(Path::toString));
    }

    Profile value(String name) {
      if (accessKey.isPresent() != secretKey.isPresent()) {
        throw new ConfigException(
            "profile " + name + " must have both accessKey and secretKey, or neither");
      }
      if (accessKey.isPresent() && token.isPresent()) {
        throw new ConfigException("profile " + name + " must not have both accessKey and token");
      }
      Optional<ClientCredential> key =
          accessKey.map(id -> new ClientKey(id, Secret.of(secretKey.orElseThrow())));
      return new Profile(
          Profile.parseUrl(url),
          key.or(() -> token.map(found -> found.value(name))),
          new Profile.Defaults(account, container, caFile.map(Path::of)));
    }

    @Override
    public String toString() {
      return "Entry[url=" + url + ", accessKey=" + accessKey.orElse("") + "]";
    }
  }
}
