package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.RealFiles.RealFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealFilesTest {
  /** The first bytes of each format. The first four bytes of an MP4 are a length. */
  private static final Map<String, String> BEGINNINGS =
      Map.of(
          "image/jpeg", "ffd8ff",
          "image/png", "89504e470d0a1a0a",
          "video/mp4", "66747970",
          "application/pdf", "255044462d",
          "application/zip", "504b0304");

  @Test
  void eachFileHasTheFormatOfItsType(@TempDir Path folder) throws IOException {
    for (RealFile file : RealFiles.in(folder)) {
      String beginning = HexFormat.of().formatHex(Files.readAllBytes(file.path()), 0, 8);
      assertThat(beginning).as(file.toString()).contains(BEGINNINGS.get(file.contentType()));
      assertThat(Files.size(file.path())).as(file.toString()).isGreaterThan(100_000);
    }
  }
}
