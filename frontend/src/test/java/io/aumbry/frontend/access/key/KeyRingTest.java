package io.aumbry.frontend.access.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.transport.testing.LogLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyRingTest {
  private static final byte[] TEXT = "text".getBytes(StandardCharsets.UTF_8);
  private static final Random RANDOM = new Random(3);

  @TempDir Path folder;

  /** A ring of new keys with these ids. */
  public static KeyRing ring(String... ids) {
    return new KeyRing(
        List.of(ids).stream()
            .map(id -> new KeyRing.Key(id, Secret.of(id.repeat(40).substring(0, 32))))
            .toList());
  }

  @Test
  void theFirstKeySignsAndAllVerify() {
    String old = SignedText.sign(ring("a"), KeyPurpose.SIGNED_ID, TEXT);
    KeyRing both = ring("b", "a");
    assertThat(both.signingId()).isEqualTo("b");
    assertThat(SignedText.verify(both, KeyPurpose.SIGNED_ID, old)).contains(TEXT);
    assertThat(SignedText.verify(ring("b"), KeyPurpose.SIGNED_ID, old)).isEmpty();
    String fresh = SignedText.sign(both, KeyPurpose.SIGNED_ID, TEXT);
    assertThat(SignedText.verify(ring("a"), KeyPurpose.SIGNED_ID, fresh)).isEmpty();
  }

  @Test
  void aTextIsSignedForOnePurpose() {
    for (KeyPurpose signed : KeyPurpose.values()) {
      String text = SignedText.sign(ring("a"), signed, TEXT);
      for (KeyPurpose other : KeyPurpose.values()) {
        assertThat(SignedText.verify(ring("a"), other, text).isPresent())
            .isEqualTo(signed == other);
      }
    }
  }

  @Test
  void eachChangeOfASignedTextIsNoticed() {
    String signed = SignedText.sign(ring("a"), KeyPurpose.SIGNED_ID, TEXT);
    for (int i = 0; i < signed.length(); i++) {
      char other = signed.charAt(i) == 'A' ? 'B' : 'A';
      String changed = signed.substring(0, i) + other + signed.substring(i + 1);
      boolean isSameBytes =
          java.util.Arrays.equals(
              java.util.Base64.getUrlDecoder().decode(signed),
              java.util.Base64.getUrlDecoder().decode(changed));
      assertThat(SignedText.verify(ring("a"), KeyPurpose.SIGNED_ID, changed).isPresent())
          .isEqualTo(isSameBytes);
      assertThat(SignedText.verify(ring("a"), KeyPurpose.SIGNED_ID, signed.substring(0, i)))
          .isEmpty();
    }
    for (String malformed : List.of("", "!", "AQ", "AQE", "AX9h")) {
      assertThat(SignedText.verify(ring("a"), KeyPurpose.SIGNED_ID, malformed)).isEmpty();
    }
  }

  @Test
  void keysHaveLimits() {
    assertThatThrownBy(() -> new KeyRing.Key("a b", Secret.of(new byte[32])))
        .hasMessageContaining("'a b' must have 1 to 32");
    assertThatThrownBy(() -> new KeyRing.Key("a", Secret.of(new byte[31])))
        .hasMessageContaining("31 bytes, must have 32 to 64");
    assertThatThrownBy(() -> ring("a", "a")).hasMessageContaining("twice");
    assertThatThrownBy(() -> ring()).hasMessageContaining("0 keys");
    String[] many = IntStream.range(0, 17).mapToObj(i -> "k" + i).toArray(String[]::new);
    assertThatThrownBy(() -> ring(many)).hasMessageContaining("17 keys, must have 1 to 16");
  }

  @Test
  void aFileIsCreatedReadAndRotated() throws IOException {
    Path file = folder.resolve("ring");
    KeyRingFile.create(file, "one", RANDOM);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    KeyRingFile ring = new KeyRingFile(file);
    String signed = SignedText.sign(ring.get(), KeyPurpose.SIGNED_ID, TEXT);
    String old = Files.readString(file);
    Files.writeString(file, "# new\n\n" + KeyRingFile.line("two", RANDOM) + "\n" + old);
    assertThat(ring.look()).isFalse();
    assertThat(ring.get().ids()).as("after one read").containsExactly("one");
    assertThat(ring.look()).isTrue();
    assertThat(ring.get().ids()).containsExactly("one", "two");
    assertThat(ring.get().signingId()).isEqualTo("two");
    assertThat(SignedText.verify(ring.get(), KeyPurpose.SIGNED_ID, signed)).isPresent();
    assertThat(ring.look()).as("without a change").isFalse();
  }

  @Test
  void aFileWithAnErrorIsLoggedOnceAndTheLastKeysStay() throws IOException {
    Path file = folder.resolve("ring");
    KeyRingFile.create(file, "one", RANDOM);
    KeyRingFile ring = new KeyRingFile(file);
    String whole = Files.readString(file);
    try (LogLines log = new LogLines(KeyRingFile.class)) {
      Files.writeString(file, whole.substring(0, 20));
      assertKept(ring, log, 1, "line 1");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      assertKept(ring, log, 2, "chmod 600");
      Files.delete(file);
      assertKept(ring, log, 3, "NoSuchFile");
      KeyRingFile.create(file, "two", RANDOM);
      assertThat(ring.look()).isFalse();
      assertThat(ring.isUnusable()).isTrue();
      assertThat(ring.look()).isTrue();
      assertThat(ring.isUnusable()).isFalse();
      assertThat(log.warnings()).hasSize(3);
    }
    assertThat(ring.get().signingId()).isEqualTo("two");
  }

  private static void assertKept(KeyRingFile ring, LogLines log, int lines, String reason) {
    for (int i = 0; i < 4; i++) {
      assertThat(ring.look()).isFalse();
    }
    assertThat(ring.get().ids()).containsExactly("one");
    assertThat(ring.isUnusable()).isTrue();
    assertThat(log.warnings()).hasSize(lines);
    assertThat(log.warnings().getLast())
        .startsWith("The new key ring is unusable; the last keys stay in use")
        .contains(reason);
  }

  @Test
  void aHalfWrittenFileIsNotUsed() throws IOException {
    Path file = folder.resolve("ring");
    KeyRingFile.create(file, "one", RANDOM);
    String one = Files.readString(file);
    String two = KeyRingFile.line("two", RANDOM) + "\n";
    Files.writeString(file, two + one);
    KeyRingFile ring = new KeyRingFile(file);
    Files.writeString(file, two);
    assertThat(ring.look()).isFalse();
    Files.writeString(file, two + one);
    assertThat(ring.look()).isFalse();
    assertThat(ring.look()).isFalse();
    assertThat(ring.get().ids()).containsExactly("one", "two");
    assertThat(ring.isUnusable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "one|line 1: must have an id and a key",
        "one AAAA|line 1: the key 'one' has 3 bytes",
        "one !!!!|line 1: Illegal base64",
        "o:e AAAA|line 1: the key id 'o:e'",
        "# none|0 keys"
      })
  void malformedFilesAreRefused(String content, String reason) throws IOException {
    Path file = folder.resolve("malformed");
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> KeyRingFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(reason);
  }

  @Test
  void aFileThatOthersMayReadIsRefused() throws IOException {
    Path file = folder.resolve("open");
    KeyRingFile.create(file, "one", RANDOM);
    for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----", "rwx------")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
      assertThatThrownBy(() -> KeyRingFile.read(file))
          .hasMessageContaining(permissions)
          .hasMessageContaining("chmod 600");
    }
  }

  @Test
  void aSealedSecretOpensOnlyForItsKey() {
    SecretSealer sealer = new SecretSealer(() -> ring("a"));
    SealedSecret sealed = sealer.seal("AK1", Secret.of("hidden"), RANDOM);
    assertThat(sealer.open("AK1", sealed)).contains(Secret.of("hidden"));
    assertThat(sealer.open("AK2", sealed)).isEmpty();
    assertThat(sealer.seal("AK1", Secret.of("hidden"), RANDOM)).isNotEqualTo(sealed);
    assertThat(new SecretSealer(() -> ring("b", "a")).open("AK1", sealed)).isPresent();
    assertThat(new SecretSealer(() -> ring("b")).open("AK1", sealed)).isEmpty();
    for (String text :
        List.of("", "AAAA", "!", sealed.text().replace(sealed.text().charAt(20), 'A') + "AA")) {
      assertThat(sealer.open("AK1", new SealedSecret("a", text))).isEmpty();
    }
  }

  @Test
  void nothingPrintsASecret() {
    Secret secret = Secret.of("hidden-value");
    assertThat(
            secret.toString()
                + ring("a")
                + new KeyRing.Key("a", Secret.of("hidden-value".repeat(3))))
        .doesNotContain("hidden-value");
    assertThat(secret).isEqualTo(Secret.of("hidden-value")).isNotEqualTo(Secret.of("other"));
  }
}
