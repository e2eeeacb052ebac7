package io.aumbry.tests.cluster;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.tests.cluster.NormalClients.Outcome;
import io.aumbry.tests.cluster.SlowClients.Attack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * {@code tests/attack [SECONDS [ROUNDS [ADDRESS [ATTACK...]]]]}: measures normal requests beside
 * attacks by slow clients, and compares them with the same requests before and after each attack.
 * The normal clients have the address 127.0.0.1, and the attackers 127.0.0.2 unless an address is
 * given. When an attack begins, the sockets of its clients still take bytes, which costs CPU and
 * little memory. All attacks use the same cluster. CPU is in cores, for the frontend, the nodes and
 * the attackers. The process of the attackers has the lowest priority.
 */
final class AttackBench {
  private static final int LARGE_BLOB = 40 << 20;

  private final LiveCluster cluster;
  private final String large;
  private final NormalClients normal;
  private final Duration span;
  private final String from;

  private AttackBench(LiveCluster cluster, String large, Duration span, String from) {
    this.cluster = cluster;
    this.large = large;
    this.normal = new NormalClients(cluster.endpoint());
    this.span = span;
    this.from = from;
  }

  static void main(String[] words) throws IOException {
    boolean onServers = words.length > 0 && words[0].equals("--servers");
    String[] arguments = onServers ? Arrays.copyOfRange(words, 1, words.length) : words;
    Duration span = Duration.ofSeconds(arguments.length > 0 ? Long.parseLong(arguments[0]) : 20);
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    String from = arguments.length > 2 ? arguments[2] : "127.0.0.2";
    List<Attack> attacks =
        arguments.length > 3
            ? Stream.of(arguments).skip(3).map(Attack::valueOf).toList()
            : List.of(Attack.values());
    Path data = Files.createTempDirectory("attack");
    try (LiveCluster cluster =
            onServers ? LiveCluster.startServers(data) : LiveCluster.start(data);
        RestClient client = cluster.patientClient()) {
      String large = client.put(new byte[LARGE_BLOB]);
      AttackBench bench = new AttackBench(cluster, large, span, from);
      bench.normal.run(span);
      System.out.println(
          "| attack | requests | succeeded, % | p50, ms | p99 | p99 quiet | ratio |"
              + " CPU frontend | nodes | attackers |");
      System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
      for (int round = 0; round < rounds; round++) {
        for (Attack attack : attacks) {
          bench.attack(attack);
        }
      }
    } finally {
      FolderTree.delete(data);
    }
  }

  /** Processor time of the three kinds of processes. */
  private record Cpu(Duration frontend, Duration nodes, Duration attackers) {
    double[] coresSince(Cpu before, Duration span) {
      return Stream.of(
              frontend.minus(before.frontend),
              nodes.minus(before.nodes),
              attackers.minus(before.attackers))
          .mapToDouble(used -> used.toNanos() / (double) span.toNanos())
          .toArray();
    }
  }

  private Cpu cpu(Duration attackers) {
    return new Cpu(
        cluster.cpu(cluster.frontend()),
        cluster.nodes().stream()
            .filter(node -> !node.equals(cluster.frontend()))
            .map(cluster::cpu)
            .reduce(Duration.ZERO, Duration::plus),
        attackers);
  }

  private void attack(Attack attack) throws IOException {
    List<String> lines = new ArrayList<>();
    Outcome before = normal.run(span);
    Outcome begins;
    Outcome lasts;
    Cpu start = cpu(Duration.ZERO);
    Cpu middle;
    Cpu end;
    try (AttackProcess attackers = AttackProcess.prepare(attack, cluster.endpoint(), from, large)) {
      attackers.begin();
      begins = normal.run(span);
      middle = cpu(attackers.cpu());
      lasts = normal.run(span);
      end = cpu(attackers.cpu());
    }
    Outcome after = normal.run(span);
    double quiet = (before.millis(0.99) + after.millis(0.99)) / 2;
    lines.add(line(attack + " begins", begins, quiet, middle.coresSince(start, span)));
    lines.add(line(attack + " lasts", lasts, quiet, end.coresSince(middle, span)));
    lines.forEach(System.out::println);
  }

  private static String line(String name, Outcome outcome, double quiet, double[] cpu) {
    double p99 = outcome.millis(0.99);
    return "| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f | %.2f | %.2f |"
        .formatted(
            name.toLowerCase(Locale.ROOT).replace('_', ' '),
            outcome.requests(),
            outcome.successPercent(),
            outcome.millis(0.5),
            p99,
            quiet,
            p99 / quiet,
            cpu[0],
            cpu[1],
            cpu[2]);
  }
}
