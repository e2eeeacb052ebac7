package io.aumbry.deploy.operator.lock;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.operator.SilentCluster;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Output of the lock commands without a cluster. DevClusterTest runs them against one. */
class LockCommandsTest {
  @TempDir private Path folder;

  private static ObservationFixture cluster() {
    return new ObservationFixture()
        .lock("ann", "kernel upgrade", true, "a", "b")
        .lock("jenkins", "new disk", false, "b");
  }

  private static String text(ObservationFixture cluster, String... hosts) {
    LockListCommand command = CommandLine.populateCommand(new LockListCommand(), hosts);
    return String.join("\n", command.text(cluster.observation().snapshot()));
  }

  private static void assertWritten(Record document, String resource) throws IOException {
    try (InputStream in = requireNonNull(LockCommandsTest.class.getResourceAsStream(resource))) {
      String expected = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(JsonWriter.SNAKE_CASE.indented(document) + "\n").isEqualTo(expected);
    }
  }

  @Test
  void locksAreListedInTheirOrder() {
    assertThat(text(cluster()))
        .isEqualTo(
            """
            data centre  lock  state    owner    purpose         since                 until                 hosts
            here            1  held     ann      kernel upgrade  1970-01-01T00:16:40Z  1970-01-01T01:16:40Z  a, b
            here            2  waiting  jenkins  new disk        1970-01-01T00:16:40Z                        b\
            """);
    assertThat(text(cluster(), "a")).contains("ann").doesNotContain("jenkins");
    assertThat(text(cluster(), "c")).isEqualTo("none");
    assertThat(text(cluster().unreachable(ObservationFixture.FAR, "silence"), "c"))
        .isEqualTo("none\ndata centre far is unreachable: silence");
  }

  @Test
  void aDrainEndsItsLockAndProlongsThatOfAnother() {
    ObservationFixture own = new ObservationFixture().lockedDrain("a");
    assertThat(text(own)).endsWith("ann    drain    1970-01-01T00:16:40Z  drain ends  a");
    assertThat(LockText.ahead(own.observation().snapshot().locks(ObservationFixture.HERE).locks()))
        .isEqualTo(
            "a: locked by ann for drain (lock 1) since 1970-01-01T00:16:40Z until its drain ends");
    ObservationFixture under =
        new ObservationFixture().lock("ann", "upgrade", true, "a", "b").lockedDrain("b");
    assertThat(text(under)).endsWith("1970-01-01T01:16:40Z and drain  a, b");
    assertThat(
            LockText.ahead(under.observation().snapshot().locks(ObservationFixture.HERE).locks()))
        .endsWith("until 1970-01-01T01:16:40Z and the end of the drain of b");
  }

  @Test
  void theListAsJson() throws IOException {
    ClusterSnapshot snapshot =
        cluster().unreachable(ObservationFixture.FAR, "silence").observation().snapshot();
    assertWritten(new LockListCommand().document("test", snapshot), "lock-list.json");
  }

  @Test
  void theAnswerOfARequestAsJson() throws IOException {
    ClusterSnapshot snapshot = cluster().observation().snapshot();
    var locks = snapshot.locks(ObservationFixture.HERE).locks();
    LockAnswer refused = new LockAnswer(Optional.empty(), locks.subList(0, 1));
    assertWritten(
        LockDocument.Answer.of(ObservationFixture.HERE, refused), "lock-acquire-refused.json");
    LockAnswer held = new LockAnswer(Optional.of(locks.getFirst()), List.of());
    assertWritten(LockDocument.Answer.of(ObservationFixture.HERE, held), "lock-acquire.json");
  }

  @Test
  void thoseAheadAreNamed() {
    var locks = cluster().observation().snapshot().locks(ObservationFixture.HERE).locks();
    assertThat(LockText.ahead(locks))
        .isEqualTo(
            """
            a, b: locked by ann for kernel upgrade (lock 1) since 1970-01-01T00:16:40Z until 1970-01-01T01:16:40Z
            b: awaited by jenkins for new disk (lock 2) since 1970-01-01T00:16:40Z\
            """);
  }

  @Test
  void helpListsTheCommandsAndFitsATerminal() {
    for (String command : List.of("acquire", "renew", "release", "list")) {
      assertThat(CommandRun.of("admin", "lock").out()).containsPattern("(?m)^ +" + command + " ");
      CommandRun own = CommandRun.of("admin", "lock", command, "--help");
      assertThat(own.out()).contains("--cluster", "--json", "Exit codes:");
      assertThat(own.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }
  }

  @Test
  void helpListsTheExitCodeOfEachFailure() {
    String help = CommandRun.of("admin", "lock").out();
    for (ErrorCode code :
        List.of(
            ErrorCode.NOT_FOUND,
            ErrorCode.CONFLICT,
            ErrorCode.BAD_REQUEST,
            ErrorCode.CONNECTION_LOST)) {
      ClientException failure = LockText.failure(new AumbryException(code, "why"));
      assertThat(failure).hasMessage("why");
      assertThat(help).containsPattern("(?m)^ +" + failure.exitCode().code() + " +[a-zA-Z]");
    }
  }

  private static String refusal(String... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.code()).isEqualTo(2);
    return run.err();
  }

  @Test
  void optionsOutOfTheirBoundsNameThem() {
    assertThat(refusal("admin", "lock", "acquire", "n")).contains("--purpose=TEXT");
    assertThat(refusal("admin", "lock", "acquire", "n", "--purpose", " "))
        .contains("purpose ' ' has 1 characters, must have 1 to 100");
    assertThat(refusal("admin", "lock", "acquire", "n", "--purpose=p", "--lease=9s"))
        .contains("lease is PT9S, must be PT10S to PT720H");
    assertThat(refusal("admin", "lock", "acquire", "n", "--purpose=p", "--wait=366d"))
        .contains("366d", "must be 0s to 365d");
    assertThat(refusal("admin", "lock", "acquire", "n", "--purpose=p", "--request=a b"))
        .contains("request id 'a b' must be 1 to 64 letters");
    assertThat(
            refusal(
                "admin", "lock", "acquire", "n", "--purpose=p", "--request=controller-rebalance"))
        .contains("request id controller-rebalance is that of rebalances");
    assertThat(refusal("admin", "lock", "renew", "7", "--lease=31d"))
        .contains("lease is PT744H, must be PT10S to PT720H");
    assertThat(refusal("admin", "lock", "release", "x")).contains("'x' is not a long");
  }

  private static void require(ObservationFixture cluster, String... words) {
    LockAcquireCommand command = CommandLine.populateCommand(new LockAcquireCommand(), words);
    command.requireKnown(ObservationFixture.HERE, cluster.observation().snapshot());
  }

  @Test
  void aLockNeedsHostsThatAreKnown() {
    require(cluster(), "a", "c", "controller-1", "--purpose=p");
    assertThatThrownBy(() -> require(cluster(), "x", "a", "d", "--purpose=p"))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            """
            no host d, x in here; there are a, b, c, controller-1
            --anyway locks hosts that are not known\
            """);
    require(cluster(), "x", "--purpose=p", "--anyway");
  }

  @Test
  void aLockIsOfOneDataCentre() {
    ObservationFixture two = cluster().far("p").far("q").far("r");
    assertThatThrownBy(() -> require(two, "a", "q", "p", "--purpose=p"))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            """
            no host p, q in here; there are a, b, c, controller-1
            p, q in far need a lock of their own, because a lock belongs to one data centre\
            """);
    assertThatThrownBy(() -> require(two, "a", "q", "x", "--purpose=p"))
        .hasMessage(
            """
            no host q, x in here; there are a, b, c, controller-1
            q in far needs a lock of its own, because a lock belongs to one data centre
            --anyway locks hosts that are not known\
            """);
  }

  /** Its process may have been stopped since, and is not known then. */
  @Test
  void aHostThatIsLockedIsKnown() {
    ObservationFixture stopped = cluster().lock("eve", "upgrade", true, "frontend-9");
    require(stopped, "frontend-9", "--purpose=p");
    assertThat(stopped.observation().snapshot().hosts(ObservationFixture.HERE))
        .doesNotContain("frontend-9");
  }

  @Test
  void withoutZooKeeperTheCommandsSaySo() throws IOException {
    Path file = SilentCluster.configuration(folder);
    String where = "--cluster=" + file;
    assertThat(refusal("admin", "lock", "release", "7", where, "--timeout=1"))
        .contains("data centre dc1 is unreachable: its ZooKeeper does not answer");
    assertThat(refusal("admin", "lock", "renew", "7", where, "--in=dc9"))
        .contains("no data centre dc9; there are dc1");
    CommandRun list = CommandRun.of("admin", "lock", "list", where, "--timeout=1");
    assertThat(list.code()).isEqualTo(2);
    assertThat(list.out()).contains("none", "data centre dc1 is unreachable");
  }
}
