package io.aumbry.catalog.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.RulesDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnapshotFileTest {
  private static final int HEADER = 32;

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    SnapshotFile file = new SnapshotFile(folder.resolve("deep/snapshot"));
    assertThat(file.read()).isEmpty();
    for (int seed = 0; seed < 50; seed++) {
      CatalogSnapshot snapshot = SnapshotFixture.random(new Random(seed));
      file.write(snapshot);
      CatalogSnapshot read = file.read().orElseThrow();
      assertThat(read.content()).as("seed %d", seed).isEqualTo(snapshot.content());
      assertThat(read.revision()).isEqualTo(snapshot.revision());
    }
    try (Stream<Path> files = Files.list(folder.resolve("deep"))) {
      assertThat(files).containsExactly(file.path());
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
  }

  @Test
  void rulesSurviveTheirDocument() {
    for (int seed = 0; seed < 200; seed++) {
      ContainerRules rules = SnapshotFixture.rules(new Random(seed));
      String json = RulesDocument.of(rules).json();
      assertThat(RulesDocument.parse(json).rules()).as(json).isEqualTo(rules);
    }
  }

  @Test
  void anyDamageIsFound() throws IOException {
    SnapshotFile file = new SnapshotFile(folder.resolve("snapshot"));
    file.write(SnapshotFixture.random(new Random(4)));
    byte[] good = Files.readAllBytes(file.path());
    for (int i = 0; i < good.length; i += i < HEADER ? 1 : 61) {
      byte[] bad = good.clone();
      bad[i] ^= 1;
      Files.write(file.path(), bad);
      assertThatThrownBy(file::read).as("byte %d", i).isInstanceOf(IOException.class);
    }
    for (int length = 0; length < good.length; length += length < HEADER ? 1 : 61) {
      Files.write(file.path(), Arrays.copyOf(good, length));
      assertThatThrownBy(file::read).as("length %d", length).isInstanceOf(IOException.class);
    }
  }
}
