package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevClusterTest {
  @TempDir private Path folder;
  private final List<String> notices = new CopyOnWriteArrayList<>();

  @Test
  void blobsGoInAndComeOutAlsoAfterARestart() throws Exception {
    byte[] content = new byte[5 << 20];
    new Random(11).nextBytes(content);
    Path file = Files.write(folder.resolve("in"), content);
    Path output = folder.resolve("out");
    DevOptions options =
        new DevOptions(1, 3, 2, folder.resolve("dev"), 0, DataSize.parse("768 MiB"));

    String id;
    try (DevCluster cluster = DevCluster.inThisProcess(options, notices::add)) {
      cluster.awaitReady(notices::add);
      id = run(cluster, "put", file.toString()).out().strip();
      assertThat(run(cluster, "get", id, "-o", output.toString()).code()).isZero();
      assertThat(output).hasBinaryContent(content);
      assertThatThrownBy(() -> DevCluster.inThisProcess(options, notices::add))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("is in use by another aumbry dev");
    }
    Files.delete(output);
    try (DevCluster cluster = DevCluster.inThisProcess(options, notices::add)) {
      cluster.awaitReady(notices::add);
      assertThat(run(cluster, "get", id, "-o", output.toString()).code()).isZero();
      assertThat(output).hasBinaryContent(content);
      assertThat(run(cluster, "delete", id).code()).isZero();
      assertThat(run(cluster, "get", id).code()).isEqualTo(3);
    }
  }

  private static CommandRun run(DevCluster cluster, String... arguments) {
    String[] all = new String[arguments.length + 1];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--endpoint=http://127.0.0.1:" + cluster.frontendPorts().getFirst();
    return CommandRun.of(all);
  }
}
