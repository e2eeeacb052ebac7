package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.aumbry.config.CommonKeys.LogLevel;
import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.CommandRun;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        new DevOptions(1, 3, 2, folder.resolve("dev"), 0, DataSize.parse("768 MiB"), LogLevel.INFO);

    String id;
    try (DevCluster cluster = DevCluster.inThisProcess(options, notices::add)) {
      cluster.awaitReady(notices::add);
      id = run(cluster, "put", file.toString()).out().strip();
      assertThat(run(cluster, "get", id, "-o", output.toString()).code()).isZero();
      assertThat(output).hasBinaryContent(content);
      assertThatThrownBy(() -> DevCluster.inThisProcess(options, notices::add))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("is in use by another aumbry dev");
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(() -> assertThat(metricNames(cluster)).isEqualTo(documentedNames()));
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

  /** What all processes of the cluster show. */
  private static Set<String> metricNames(DevCluster cluster) throws Exception {
    Set<String> names = new TreeSet<>();
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String line : cluster.addresses()) {
        String admin = line.substring(line.indexOf("admin ") + "admin ".length());
        http.send(
                HttpRequest.newBuilder(URI.create(admin + "/metrics")).build(),
                BodyHandlers.ofLines())
            .body()
            .filter(shown -> shown.startsWith("# TYPE "))
            .forEach(shown -> names.add(shown.split(" ", -1)[2]));
      }
    }
    return names;
  }

  /** The rows of the tables in docs/metrics.md. */
  private static Set<String> documentedNames() throws Exception {
    Set<String> names = new TreeSet<>();
    Pattern row = Pattern.compile("\\| `(aumbry_\\w+)` \\|.*");
    for (String line : Files.readAllLines(Path.of("../docs/metrics.md"))) {
      Matcher matcher = row.matcher(line);
      if (matcher.matches()) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }
}
