package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.FakeFrontend;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose standard output cannot be written. */
class LostOutputTest {
  private static final File FULL = new File("/dev/full");

  @TempDir private Path folder;

  private int run(File output, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output)
            .redirectError(folder.resolve("error").toFile())
            .start();
    return process.waitFor();
  }

  @Test
  void aBlobThatCannotBeWrittenIsNotGot() throws Exception {
    try (FakeFrontend frontend = new FakeFrontend()) {
      Path file = Files.writeString(folder.resolve("blob"), "content");
      File id = folder.resolve("id").toFile();
      assertThat(run(id, "put", "--url", frontend.url(), file.toString())).isZero();
      String blob = Files.readString(id.toPath()).strip();
      File copy = folder.resolve("copy").toFile();
      assertThat(run(copy, "get", "--url", frontend.url(), blob)).isZero();
      assertThat(copy).hasContent("content");
      assertThat(run(FULL, "get", "--url", frontend.url(), blob)).isEqualTo(1);
      assertThat(folder.resolve("error"))
          .content()
          .contains("standard output could not be written");
    }
  }

  @Test
  void aResultThatCannotBePrintedIsAFailure() throws Exception {
    assertThat(run(FULL, "--version")).isEqualTo(1);
    assertThat(run(folder.resolve("version").toFile(), "--version")).isZero();
  }
}
