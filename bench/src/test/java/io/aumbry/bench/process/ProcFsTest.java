package io.aumbry.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcFsTest {
  /** The file of Linux 6.18 for a process with the name "a) (b". */
  private static final String STAT =
      "4711 (a) (b) S 1 4711 4711 0 -1 4194560 2031 5 3 0 1234 567 8 9 20 0 42 0 162010 3133440"
          + " 411 18446744073709551615 93990493945856 93990493965737 140735507272512 0 0 0 0 0 0 0"
          + " 0 0 17 0 0 0 0 0 0 93990493981744 93990493983360 93991130701824 140735507278335"
          + " 140735507278355 140735507278355 140735507279851 0\n";

  private static final String STATUS =
      """
      Name:\ta) (b
      Umask:\t0022
      State:\tS (sleeping)
      VmPeak:\t 3133440 kB
      VmSize:\t 3133440 kB
      VmHWM:\t  204800 kB
      VmRSS:\t  102400 kB
      RssAnon:\t   90000 kB
      Threads:\t42
      """;

  @TempDir private Path root;

  @Test
  void aSampleIsReadFromTheFilesOfTheKernel() throws IOException {
    Files.createDirectory(root.resolve("4711"));
    Files.writeString(root.resolve("4711/stat"), STAT);
    Files.writeString(root.resolve("4711/status"), STATUS);
    thread(4711, "java", 9_000);
    thread(4712, "C2 CompilerThre", 2_000_000_000L);
    thread(4713, "C1 CompilerThre", 10_000_000L);
    ProcessSample sample = new ProcFs(root).sample(4711);
    assertThat(sample)
        .isEqualTo(
            new ProcessSample(
                "a) (b",
                Duration.ofMillis(12_340),
                Duration.ofMillis(5_670),
                Duration.ofMillis(2_010),
                102_400L << 10,
                204_800L << 10));
  }

  private void thread(int id, String name, long nanos) throws IOException {
    Path folder = Files.createDirectories(root.resolve("4711/task/" + id));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), nanos + " 17 4\n");
  }

  @Test
  void theCompilerIsNoCostOfRequests() {
    ProcessSample before = sample(1000, 400);
    WatchedProcess process = new WatchedProcess(1, "node", true);
    assertThat(new ProcessCost(process, before, sample(1500, 600)).processorTime())
        .isEqualTo(Duration.ofMillis(300));
    assertThat(new ProcessCost(process, before, sample(1500, 100)).processorTime())
        .as("a compiler thread ended")
        .isEqualTo(Duration.ofMillis(500));
  }

  private static ProcessSample sample(long userMillis, long compilerMillis) {
    return new ProcessSample(
        "java",
        Duration.ofMillis(userMillis),
        Duration.ZERO,
        Duration.ofMillis(compilerMillis),
        0,
        0);
  }

  @Test
  void aProcessWithoutMemoryHasNone() {
    ProcessSample sample = ProcFs.parse(STAT, "Name:\tzombie\nState:\tZ (zombie)\n", Duration.ZERO);
    assertThat(sample.residentBytes()).isZero();
    assertThat(sample.peakBytes()).isZero();
  }

  @Test
  void theBytesOfTheLoopbackAreRead() {
    String devices =
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes
          eth0: 77 1 0 0 0 0 0 0 88
            lo: 123456 9 0 0 0 0 0 0 123456
        """;
    assertThat(ProcFs.loopbackBytes(devices)).isEqualTo(123456);
    assertThat(ProcFs.loopbackBytes("")).isZero();
  }

  @Test
  void aMissingProcessIsNamed() {
    assertThatThrownBy(() -> new ProcFs(root).sample(12))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("12");
  }

  @Test
  void thisProcessUsesProcessorTimeAndMemory() {
    long pid = ProcessHandle.current().pid();
    WatchedProcess self = new WatchedProcess(pid, "self", true);
    ProcessWatch watch = new ProcessWatch(new ProcFs(), List.of(self));
    List<ProcessSample> before = watch.sample();
    long sum = 0;
    do {
      for (int i = 0; i < 100_000; i++) {
        sum += i;
      }
    } while (watch.since(before).getFirst().processorTime().isZero());
    ProcessCost cost = watch.since(before).getFirst();
    assertThat(sum).isPositive();
    assertThat(cost.process()).isEqualTo(self);
    assertThat(cost.after().residentBytes()).isBetween(1L << 20, cost.after().peakBytes());
  }

  @Test
  void aClusterFolderNamesItsProcessesAndMarksCoordinators() throws IOException {
    Files.writeString(
        root.resolve("pids"), "zookeeper 10\ncontroller 11\nstorage-1 12\nfrontend 13\n");
    assertThat(ClusterFolder.processes(root))
        .containsExactly(
            new WatchedProcess(10, "zookeeper", false),
            new WatchedProcess(11, "controller", false),
            new WatchedProcess(12, "storage-1", true),
            new WatchedProcess(13, "frontend", true));
  }

  @Test
  void aFolderWithoutClusterIsRefused() throws IOException {
    assertThatThrownBy(() -> ClusterFolder.processes(root)).hasMessageContaining("--processes");
    Files.writeString(root.resolve("pids"), "frontend x\n");
    assertThatThrownBy(() -> ClusterFolder.processes(root)).hasMessageContaining("frontend x");
    Files.writeString(root.resolve("pids"), "\n");
    assertThatThrownBy(() -> ClusterFolder.processes(root)).hasMessageContaining("no process");
  }
}
