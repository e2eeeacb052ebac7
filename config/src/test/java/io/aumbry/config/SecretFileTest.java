package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretFileTest {
  @TempDir private Path folder;

  private Path file(String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void theOwnerMayReadTheFirstLine(String mode) throws IOException {
    assertThat(SecretFile.firstLine(file(" s3cr3t \nmore\n", mode))).isEqualTo("s3cr3t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw--w----", "rw----r--", "rwx------"})
  void aFileThatOthersMayAccessIsRefused(String mode) throws IOException {
    Path file = file("s3cr3t", mode);
    assertThatThrownBy(() -> SecretFile.firstLine(file))
        .isInstanceOf(IOException.class)
        .hasMessage("%s is accessible to others than its owner (%s): run chmod 600", file, mode);
  }

  @Test
  void anEmptyFileHasAnEmptyLineAndAMissingOneIsNamed() throws IOException {
    assertThat(SecretFile.firstLine(file("", "rw-------"))).isEmpty();
    assertThatThrownBy(() -> SecretFile.firstLine(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
