package io.aumbry.tests.cluster;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.tests.cluster.NormalClients.Outcome;
import io.aumbry.tests.cluster.SlowClients.Attack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * {@code tests/attack [SECONDS]}: how normal requests fare beside each attack by slow clients,
 * compared with the same requests before it. While an attack begins, the sockets of its clients
 * still take bytes, which costs CPU and little memory. The cluster is the same for all attacks.
 */
final class AttackBench {
  private static final int LARGE_BLOB = 40 << 20;

  private AttackBench() {}

  static void main(String[] arguments) throws IOException {
    Duration span = Duration.ofSeconds(arguments.length > 0 ? Long.parseLong(arguments[0]) : 20);
    Path data = Files.createTempDirectory("attack");
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient client = cluster.patientClient()) {
      String large = client.put(new byte[LARGE_BLOB]);
      NormalClients normal = new NormalClients(cluster.endpoint());
      normal.run(span);
      System.out.println(
          "| attack | requests | succeeded, % | p50, ms | p99 | p99 quiet | ratio |");
      System.out.println("|---|--:|--:|--:|--:|--:|--:|");
      for (Attack attack : Attack.values()) {
        Outcome quiet = normal.run(span);
        try (SlowClients _ = SlowClients.begin(attack, cluster.endpoint(), large)) {
          print(attack, "begins", quiet, normal.run(span));
          print(attack, "lasts", quiet, normal.run(span));
        }
      }
    } finally {
      FolderTree.delete(data);
    }
  }

  private static void print(Attack attack, String phase, Outcome quiet, Outcome outcome) {
    double p99 = outcome.millis(0.99);
    System.out.printf(
        Locale.ROOT,
        "| %s %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f |%n",
        attack.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        phase,
        outcome.requests(),
        outcome.successPercent(),
        outcome.millis(0.5),
        p99,
        quiet.millis(0.99),
        p99 / quiet.millis(0.99));
  }
}
