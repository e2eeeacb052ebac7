package io.aumbry.deploy.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Output of the commands before they observe a cluster. */
class AdminCommandTest {
  @TempDir private Path folder;

  @Test
  void helpListsTheCommandsAndFitsATerminal() {
    CommandRun help = CommandRun.of("admin");
    assertThat(help.code()).isZero();
    for (String command :
        List.of(
            "status", "nodes", "workers", "partitions", "lag", "verify", "drain", "rebalance")) {
      assertThat(help.out()).containsPattern("(?m)^ +" + command + " ");
      CommandRun own = CommandRun.of("admin", command, "--help");
      assertThat(own.out()).contains("--cluster", "--json");
      assertThat(own.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }
    assertThat(CommandRun.of("admin", "status", "--help").out())
        .containsPattern("0 +the cluster is healthy")
        .containsPattern("2 +unknown");
    assertThat(CommandRun.of("admin", "partitions", "--help").out()).containsPattern("(?m)^ +add ");
  }

  /** The others list none, and end with the codes of {@code aumbry --help}. */
  @Test
  void theHelpListsTheExitCodesOfACommand() {
    Map<String, String> listed = new TreeMap<>();
    CommandLine all = Main.commandLine(CommandRun.EMPTY, List.of());
    list(requireNonNull(all.getSubcommands().get("admin")), listed);
    assertThat(listed)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("admin status", "0 1 2"),
                Map.entry("admin verify", "0 1 2"),
                Map.entry("admin maintenance plan", "0 1 2 3 4"),
                Map.entry("admin drain", "0 1 2 3 4 6"),
                Map.entry("admin lock", "0 1 2 3 4 6"),
                Map.entry("admin lock acquire", "0 1 2 4 6"),
                Map.entry("admin lock renew", "0 1 2 3 4 6"),
                Map.entry("admin lock release", "0 1 2 3 4 6"),
                Map.entry("admin lock list", "0 1 2"),
                Map.entry("admin maintenance start", "0 1 2 4 6"),
                Map.entry("admin maintenance run", "0 1 2 6"),
                Map.entry("admin maintenance pause", "0 1 2 3 4 6"),
                Map.entry("admin maintenance resume", "0 1 2 3 4 6"),
                Map.entry("admin maintenance abort", "0 1 2 3 6"),
                Map.entry("admin maintenance status", "0 1 2 6"),
                Map.entry("admin maintenance history", "0 1 2 6")));
  }

  private static void list(CommandLine command, Map<String, String> listed) {
    String codes =
        String.join(" ", command.getCommandSpec().usageMessage().exitCodeList().keySet());
    if (!codes.isEmpty()) {
      listed.put(command.getCommandSpec().qualifiedName().replaceFirst("^aumbry ", ""), codes);
    }
    command.getSubcommands().values().forEach(each -> list(each, listed));
  }

  @Test
  void aFolderWithoutAClusterIsRefused() {
    CommandRun run = CommandRun.of("admin", "status", "--cluster", folder.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("is " + folder + " the data folder of an aumbry dev?");
    CommandRun missing = CommandRun.of("admin", "nodes", "--cluster", folder + "/none");
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("no " + folder.resolve("none"));
  }

  @Test
  void anyConfigurationThatMayCallNodesIsAccepted() throws IOException {
    String place = "cluster.data-center = dc1\ncluster.data-centers = 1:dc1@127.0.0.1:1\n";
    String asNode =
        "process.name = n\nstorage.advertised-host = h\nstorage.zone = z\nstorage.disks = /d\n";
    for (String rest : List.of("", "process.name = f\nfrontend.port = 1\n", asNode)) {
      Path file = Files.writeString(folder.resolve("some.conf"), place + rest);
      CommandRun run = CommandRun.of("admin", "lag", "--cluster", file.toString());
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains("tls.authority is not set");
    }
    Path wrong = Files.writeString(folder.resolve("wrong.conf"), place + "controller.x = 1\n");
    assertThat(CommandRun.of("admin", "lag", "--cluster", wrong.toString()).err())
        .contains("controller.x is not a key of admin");
  }

  @Test
  void theStatusWithoutZooKeeperIsUnknown() throws IOException {
    Path file = SilentCluster.configuration(folder);
    CommandRun run =
        CommandRun.of("admin", "status", "--cluster", file.toString(), "--timeout", "1");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out())
        .startsWith("cluster aumbry: unknown")
        .contains("data centre dc1 is unreachable: its ZooKeeper does not answer");
    CommandRun verify =
        CommandRun.of(
            "admin", "verify", "--wait=1s", "--cluster", file.toString(), "--timeout", "1");
    assertThat(verify.code()).isEqualTo(2);
    assertThat(verify.out())
        .contains("not everything has been compared again since this command began");
    CommandRun drain =
        CommandRun.of("admin", "drain", "n1", "--cluster", file.toString(), "--timeout", "1");
    assertThat(drain.code()).isEqualTo(2);
    assertThat(drain.err()).contains("no node n1", "data centre dc1 is unreachable");
    CommandRun rebalance =
        CommandRun.of("admin", "rebalance", "--cluster", file.toString(), "--timeout", "1");
    assertThat(rebalance.code()).isEqualTo(2);
    assertThat(rebalance.err()).contains("data centre dc1 is unreachable");
    assertThat(
            CommandRun.of("admin", "rebalance", "--in", "dc9", "--cluster", file.toString()).err())
        .contains("no data centre dc9; there are dc1");
    CommandRun add =
        CommandRun.of(
            "admin", "partitions", "add", "1", "--cluster", file.toString(), "--timeout", "1");
    assertThat(add.code()).isEqualTo(2);
    assertThat(add.err()).contains("data centre dc1 is unreachable");
  }

  @Test
  void optionsOutOfTheirBoundsNameThem() {
    assertThat(CommandRun.of("admin", "forget", "node", "n").err())
        .contains("'node', must be controller or frontend or catalog");
    assertThat(CommandRun.of("admin", "partitions", "add", "0").err())
        .contains("N is 0, must be 1 to 20000");
    assertThat(CommandRun.of("admin", "partitions", "add", "1", "--class", "c o").err())
        .contains("--class: 'c o' is not a partition class");
    assertThat(CommandRun.of("admin", "partitions", "--only", "some").err())
        .contains("'some', must be all or unhealthy");
    assertThat(CommandRun.of("admin", "status", "--watch=-1").err())
        .contains("--watch=-1, must be 1 or more");
    assertThat(CommandRun.of("admin", "verify", "--wait=0s").err())
        .contains("--wait", "0s", "must be 1s to 365d");
    assertThat(CommandRun.of("admin", "verify", "--wait", "--watch").err())
        .contains("--watch cannot be used with --wait or --now");
    assertThat(CommandRun.of("admin", "stats").err())
        .contains("Did you mean: aumbry admin status?");
  }
}
