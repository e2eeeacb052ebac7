package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import java.nio.charset.StandardCharsets;
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

  /** One profile. Its text hides the secret. */
  record Entry(
      String url,
      Optional<String> accessKey,
      Optional<String> secretKey,
      Optional<String> token,
      Optional<String> tokenExpires,
      Optional<String> account,
      Optional<String> container,
      Optional<String> caFile) {
    static Entry of(Profile profile) {
      Optional<ClientKey> key = profile.key();
      Optional<ClientToken> token = profile.token();
      Profile.Defaults defaults = profile.defaults();
      return new Entry(
          profile.url().toString(),
          key.map(ClientKey::accessKeyId),
          key.map(found -> new String(found.secret().bytes(), StandardCharsets.UTF_8)),
          token.map(ClientToken::string),
          token.flatMap(ClientToken::expires).map(Instant::toString),
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
          key.or(() -> token.map(text -> new ClientToken(Secret.of(text), end(name)))),
          new Profile.Defaults(account, container, caFile.map(Path::of)));
    }

    private Optional<Instant> end(String name) {
      try {
        return tokenExpires.map(Instant::parse);
      } catch (DateTimeParseException e) {
        throw new ConfigException(
            "profile %s has the tokenExpires '%s', must be a time such as 2026-01-31T12:00:00Z"
                .formatted(name, tokenExpires.orElse("")));
      }
    }

    @Override
    public String toString() {
      return "Entry[url=" + url + ", accessKey=" + accessKey.orElse("") + "]";
    }
  }
}
