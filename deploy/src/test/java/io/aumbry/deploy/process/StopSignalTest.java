package io.aumbry.deploy.process;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals to a real process. */
class StopSignalTest {
  /** 128 and the number of SIGTERM. */
  private static final int TERMINATED = 143;

  @TempDir private Path folder;

  /** Otherwise its announcement and its sessions would stay in the cluster. */
  @Test
  void aProcessThatWaitsForOthersStopsInOrder() throws Exception {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "controller",
                "--process.name=c1",
                "--cluster.data-center=dc1",
                "--cluster.data-centers=1:dc1@127.0.0.1:1",
                "--tls.zookeeper=plaintext",
                "--process.state=" + folder.resolve("state"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !process.isAlive() || read(log).contains("admin port is open"));
      process.destroy();
      assertThat(process.waitFor()).as(read(log)).isEqualTo(TERMINATED);
      assertThat(read(log)).contains("stopped");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path log) throws IOException {
    return Files.readString(log);
  }
}
