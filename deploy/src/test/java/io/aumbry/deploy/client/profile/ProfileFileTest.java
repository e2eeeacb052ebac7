package io.aumbry.deploy.client.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileFileTest {
  private static final String SECRET = "s3cret/of+ann";

  private static final Profile PROFILE =
      new Profile(
          URI.create("https://aumbry.example:1174"),
          Optional.of(new ClientKey("AKANN", Secret.of(SECRET))),
          new Profile.Defaults(
              Optional.of("demo"), Optional.of("photos"), Optional.of(Path.of("/etc/ca.pem"))));

  @TempDir private Path folder;

  private ProfileFile file() {
    return new ProfileFile(folder.resolve("a/b/profiles"));
  }

  @Test
  void aMissingFileHasNoProfiles() throws Exception {
    assertThat(file().read()).isEmpty();
  }

  @Test
  void profilesAreReadAsWritten() throws Exception {
    file().put("work", PROFILE);
    file().put("default", Profile.BUILT_IN);
    assertThat(file().read()).isEqualTo(Map.of("work", PROFILE, "default", Profile.BUILT_IN));
  }

  @Test
  void aTokenIsReadAsWritten() throws Exception {
    ClientToken token =
        new ClientToken(
            Secret.of("aumbry_T.S"), Optional.of(Instant.parse("2026-01-31T12:00:00Z")));
    file().put("work", PROFILE.with(token));
    assertThat(file().read()).isEqualTo(Map.of("work", PROFILE.with(token)));
    assertThat(Files.readString(file().path())).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"accessKey\":\"AK\",\"secretKey\":\"s3cret\",\"token\":{\"text\":\"t0ken\"}; both accessKey and token",
        "\"token\":{\"text\":\"t0ken\",\"expires\":\"soon\"}; expires at 'soon'",
        "\"token\":{\"text\":\"t0ken with spaces\"}; the token has 17 bytes"
      })
  void anInvalidTokenIsRefusedAndNotShown(String keys, String reason) throws Exception {
    file().put("work", PROFILE);
    Files.writeString(
        file().path(),
        "{\"version\":1,\"profiles\":{\"work\":{\"url\":\"http://h\"," + keys + "}}}");
    assertThatThrownBy(() -> file().read())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContainingAny("s3cret", "t0ken");
  }

  @Test
  void onlyTheOwnerMayAccessTheFileAndItsFolder() throws Exception {
    file().put("work", PROFILE);
    assertThat(mode(file().path())).isEqualTo("rw-------");
    assertThat(mode(folder.resolve("a/b"))).isEqualTo("rwx------");
    file().put("other", PROFILE);
    assertThat(mode(file().path())).isEqualTo("rw-------");
  }

  @Test
  void aReplacedFileLeavesNoDraftAndKeepsALink() throws Exception {
    Path real = folder.resolve("real");
    new ProfileFile(real).put("work", PROFILE);
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    new ProfileFile(link).put("second", PROFILE);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("real", "link");
    assertThat(link).isSymbolicLink();
    assertThat(new ProfileFile(real).read()).containsOnlyKeys("work", "second");
  }

  @Test
  void aReaderSeesTheOldFileOrTheNewOne() throws Exception {
    file().put("work", PROFILE);
    Object before = Files.readAttributes(file().path(), "unix:ino").get("ino");
    file().put("work", Profile.BUILT_IN);
    assertThat(Files.readAttributes(file().path(), "unix:ino").get("ino")).isNotEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw-rw----", "rwx------"})
  void aFileThatOthersMayAccessIsRefused(String mode) throws Exception {
    file().put("work", PROFILE);
    Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString(mode));
    assertThatThrownBy(() -> file().read())
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(file().path().toString(), mode, "chmod 600");
    assertThatThrownBy(() -> file().put("other", PROFILE)).isInstanceOf(ConfigException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"version\":1,\"profiles\":{\"x\":{\"url\":\"http://h\",\"accessKey\":\"A\",\"secretKey\":TOPSECRET}}}",
        "{\"version\":1,\"profiles\":{\"x\":{\"url\":\"http://h\",\"accessKey\":\"A\",\"secretkey\":\"TOPSECRET\"}}}",
        "{\"version\":1,\"profiles\":{\"x\":{\"url\":\"http://h\",\"secretKey\":\"TOPSECRET\"}}}",
        "{\"version\":1,\"profiles\":{\"x\":{\"url\":\"http://h\",\"accessKey\":\"TOP/SECRET\",\"secretKey\":\"x\"}}}",
        "{\"version\":1,\"profiles\":{\"x\":{\"url\":\"http://a:TOPSECRET@h\"}}}",
        "{\"version\":2,\"profiles\":{}}",
        "TOPSECRET"
      })
  void aMalformedFileIsRefusedWithoutItsContent(String content) throws Exception {
    Files.createDirectories(file().path().getParent());
    Files.writeString(file().path(), content);
    Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> file().read())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(file().path().toString())
        .hasMessageNotContaining("TOPSECRET")
        .hasMessageNotContaining("TOP/SECRET");
  }

  @Test
  void anUnknownKeyIsNamed() throws Exception {
    Files.createDirectories(file().path().getParent());
    Files.writeString(
        file().path(), "{\"version\":1,\"profiles\":{\"x\":{\"url\":\"http://h\",\"keyy\":\"\"}}}");
    Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> file().read()).hasMessageContaining("key 'profiles.x.keyy', (line 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a b", "\u001b[2J"})
  void anUnusableNameIsRefused(String name) {
    assertThatThrownBy(() -> file().put(name, PROFILE)).isInstanceOf(ConfigException.class);
  }

  @Test
  void noTextShowsASecret() {
    ProfileDocument document = ProfileDocument.of(Map.of("work", PROFILE));
    ClientEnvironment environment =
        new ClientEnvironment(
            Map.of("AUMBRY_SECRET_KEY", SECRET),
            folder,
            () -> PROFILE.key().orElseThrow(),
            new SystemTime());
    assertThat("" + PROFILE + document + PROFILE.key() + environment)
        .contains("AKANN")
        .doesNotContain(SECRET);
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
