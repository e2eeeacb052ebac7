package io.aumbry.store.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.Blobs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of small blobs in one partition. {@code -Daumbry.scale.records=10000000} gives the
 * figures of {@code docs/performance.md}; {@code -Daumbry.scale.folder} is the folder, by default
 * the one for temporary files. The run needs 5 GB, which stay in a given folder.
 */
@Timeout(3600)
final class StoreScaleTest {
  private static final int RECORDS = Integer.getInteger("aumbry.scale.records", 40_000);

  /** The whole heap of the serving process, which therefore cannot use more. */
  private static final String HEAP = "-Xmx50m";

  private final Map<String, Long> figures = new HashMap<>();

  private void run(String heap, String half, Path folder) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(compiler());
    command.addAll(List.of(heap, "-XX:MaxDirectMemorySize=2g"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(StoreScale.class.getName(), half, folder.toString(), String.valueOf(RECORDS)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    StringBuilder said = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        String[] figure = line.split("=", 2);
        if (figure.length == 2 && figure[1].matches("[0-9]+")) {
          figures.put(figure[0], Long.parseLong(figure[1]));
        }
      }
    }
    assertThat(process.waitFor()).as(said.toString()).isZero();
    System.out.print(said);
  }

  /** As in this JVM, because the right choice depends on the length of the run. */
  private static List<String> compiler() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:TieredStopAtLevel"))
        .toList();
  }

  private long figure(String name) {
    assertThat(figures).containsKey(name);
    return figures.getOrDefault(name, -1L);
  }

  @Test
  void costsAreIndependentOfTheNumberOfBlobs(@TempDir Path temporary)
      throws IOException, InterruptedException {
    Path folder = Path.of(System.getProperty("aumbry.scale.folder", temporary.toString()));
    run("-Xmx512m", "fill", folder.resolve("disk-" + Blobs.PARTITION));
    run(HEAP, "serve", folder.resolve("disk-" + Blobs.PARTITION));
    assertThat(figure("records")).isEqualTo(RECORDS);
    assertThat(figure("heap_kib")).isLessThan(50 * 1024);
    // CPU time of the thread, independent of the machine's load.
    assertThat(figure("open_after_close_cpu_ms")).isLessThan(1000);
    assertThat(figure("open_after_kill_cpu_ms")).isLessThan(3000);
    assertThat(figure("index_segments")).isLessThan(30);
    assertThat(figure("hit_pages_per_million")).isBetween(1_000_000L, 1_010_000L);
    assertThat(figure("absent_pages_per_million")).isLessThan(10_000);
    assertThat(figure("new_pages_per_million")).isZero();
  }
}
