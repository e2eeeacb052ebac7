package io.aumbry.deploy.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Nodes a, b and c, in a zone each, have all replicas. */
class MaintenancePlanCommandTest {
  private final ObservationFixture cluster = new ObservationFixture();

  private ObservingCommand.Output output(String... arguments) {
    MaintenancePlanCommand command =
        CommandLine.populateCommand(new MaintenancePlanCommand(), arguments);
    return command.output(ObservationHistory.first(cluster.observation()));
  }

  private String text(String... arguments) {
    return String.join("\n", output(arguments).text().get());
  }

  private int exitCode(String... arguments) {
    return output(arguments).exitCode();
  }

  @Test
  void eachHostIsABatchWhereTheReplicasOfEachPartitionAreOnAllHosts() {
    cluster.process(AnnouncedProcess.Kind.CONTROLLER, "controller-2", true);

    assertThat(text("--all"))
        .isEqualTo(
            """
            5 hosts in 3 batches, about 30 min at 10 min each

            batch  data centre  zone    host          waits because
                1  here         -       controller-1
                1  here         zone-a  a
                2  here         -       controller-2  here can spare 1 controller, and controller-1 goes before
                2  here         zone-b  b             partition 0 in here can spare 1 replica, and a goes before
                3  here         zone-c  c             partition 0 in here can spare 1 replica, and a goes before\
            """);
    assertThat(exitCode("--all")).isZero();
  }

  @Test
  void theOnlyControllerCannotGoDown() {
    assertThat(text("controller-1", "b"))
        .isEqualTo(
            """
            1 host in 1 batch, about 10 min at 10 min each

            batch  data centre  zone    host  waits because
                1  here         zone-b  b

            1 host cannot go down now:
            data centre  zone  host          because
            here         -     controller-1  here can spare no controller\
            """);
    assertThat(exitCode("controller-1", "b")).isEqualTo(1);
  }

  /** The host that is down may be worked on at once. */
  @Test
  void whileAHostIsDownNoOtherGoes() {
    cluster.node("b", false);

    assertThat(text("a", "b", "c"))
        .contains("1 host in 1 batch")
        .contains("    1  here         zone-b  b")
        .contains("zone-a  a     partition 0 in here can spare no replica")
        .endsWith(
            """
            1 host counted as down:
            data centre  zone    host  because
            here         zone-b  b     it is down\
            """);
  }

  @Test
  void aHostThatIsRebuiltCountsAsDown() {
    cluster.place(1, "b", ReplicaState.BOOTSTRAP);

    assertThat(exitCode("a")).isEqualTo(1);
    assertThat(exitCode("b")).isZero();
  }

  @Test
  void aHostThatIsDrainedOrSilentCountsAsDown() {
    cluster.operation("b", "EVACUATE");
    assertThat(exitCode("a")).isEqualTo(1);

    cluster.operation("b", "ENABLE");
    assertThat(exitCode("a")).isZero();

    cluster.silent("c", "no answer");
    assertThat(exitCode("a")).isEqualTo(1);
  }

  /** Unlike a host that is down, it is not free for other work. */
  @Test
  void aHostThatIsLockedCountsAsDownAndBelongsToItsHolder() {
    cluster.lock("ann", "kernel upgrade", true, "b").lock("bob", "new disk", false, "c");

    String locked =
        "locked by ann for kernel upgrade (lock 1) since 1970-01-01T00:16:40Z"
            + " until 1970-01-01T01:16:40Z";
    assertThat(text("a", "b"))
        .isEqualTo(
            """
            0 hosts in 0 batches, about 0.0 s at 10 min each

            2 hosts cannot go down now:
            data centre  zone    host  because
            here         zone-a  a     partition 0 in here can spare no replica
            here         zone-b  b     %s

            1 host counted as down:
            data centre  zone    host  because
            here         zone-b  b     %s\
            """
                .formatted(locked, locked));
    assertThat(exitCode("b")).isEqualTo(1);
  }

  /** A rebalance takes no host down, so its lock costs the other hosts nothing. */
  @Test
  void aHostOfARebalanceIsNotPlannedAndDoesNotCountAsDown() {
    cluster.rebalanceLock(true, "b");

    assertThat(text("a", "b"))
        .contains("1 host in 1 batch", "1 host cannot go down now")
        .contains("b     locked by controller for rebalance (lock 1)")
        .doesNotContain("counted as down");
    assertThat(exitCode("a")).isZero();
    assertThat(exitCode("b")).isEqualTo(1);
  }

  /** The hosts of other locks still count as down. */
  @Test
  void theHostsOfALockThatTheCallerHoldsArePlanned() {
    cluster.lock("ann", "kernel upgrade", true, "b", "a").lock("bob", "new disk", false, "b");

    assertThat(text("--lock=1"))
        .isEqualTo(
            """
            2 hosts in 2 batches, about 20 min at 10 min each

            batch  data centre  zone    host  waits because
                1  here         zone-a  a
                2  here         zone-b  b     partition 0 in here can spare 1 replica, and a goes before\
            """);
    assertThat(exitCode("--lock=1")).isZero();
    assertThat(exitCode("a", "b")).isEqualTo(1);

    cluster.lock("eve", "new disk", true, "c");
    assertThat(text("--lock=1"))
        .contains("2 hosts cannot go down now", "zone-a  a     partition 0 in here can spare no")
        .containsOnlyOnce("locked by eve for new disk (lock 3)")
        .doesNotContain("locked by ann");
    assertThat(exitCode("--lock=1")).isEqualTo(1);
    assertThat(text("--lock=3")).doesNotContain("locked by eve").contains("locked by ann");
  }

  /** Such as the hosts that still have the previous version. */
  @Test
  void someHostsOfALockArePlanned() {
    cluster.lock("ann", "kernel upgrade", true, "a", "b");

    assertThat(text("--lock=1", "b")).contains("1 host in 1 batch").doesNotContain("zone-a");
    assertThat(text("--lock=1", "--version-is=0.2")).startsWith("0 hosts in 0 batches");
    assertThat(text("--lock=1", "--version-is=0.1-abc")).startsWith("2 hosts in 2 batches");
    assertThat(text("--lock=1", "--all")).isEqualTo(text("--lock=1"));
    assertThatThrownBy(() -> text("--lock=1", "b", "c"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("no host c; lock 1 has a, b");
  }

  /** A host that is drained under the lock serves. A frontend that was stopped is not known. */
  @Test
  void theHostsOfALockMayBeDrainedOrUnknown() {
    cluster.lock("ann", "kernel upgrade", true, "frontend-9", "b").lockedDrain("b");

    assertThat(text("--lock=1"))
        .isEqualTo(
            """
            1 host in 1 batch, about 10 min at 10 min each

            batch  data centre  zone    host  waits because
                1  here         zone-b  b

            1 host of the lock is not known to the cluster: frontend-9\
            """);
    assertThat(exitCode("--lock=1")).isZero();
    assertThat(JsonWriter.SNAKE_CASE.indented(output("--lock=1").document().get()))
        .contains("\"unknown\" : [ \"frontend-9\" ]");
  }

  @Test
  void aLockThatIsNotHeldIsNotPlanned() {
    cluster.lock("ann", "kernel upgrade", true, "a").lock("bob", "new disk", false, "a");

    assertThat(failure("--lock=3").exitCode()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(failure("--lock=3"))
        .hasMessage("no lock has had the number 3; the last number is 2");
    assertThat(failure("--lock=2").exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(failure("--lock=2"))
        .hasMessage(
            "lock 2 is not held yet: it waits at place 1 for lock 1 of ann for kernel upgrade");
  }

  private ClientException failure(String... arguments) {
    return catchThrowableOfType(ClientException.class, () -> output(arguments));
  }

  /** Each data centre has its own numbers. */
  @Test
  void aLockIsOfOneDataCentre() {
    cluster.lock("ann", "kernel upgrade", true, "a").far("x");

    assertThatThrownBy(() -> text("--lock=1"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("there are several data centres, choose one with --in: here, far");
    assertThat(text("--lock=1", "--in=here"))
        .contains("1 host in 1 batch", "here         zone-a  a")
        .doesNotContain("far");
    assertThat(failure("--lock=1", "--in=far").exitCode()).isEqualTo(ExitCode.NOT_FOUND);
    assertThatThrownBy(() -> text("--lock=1", "--in=near"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("no data centre near; there are here, far");
  }

  @Test
  void aPlanIsOfOneDataCentre() {
    cluster.far("x").far("y").node("b", false).process(AnnouncedProcess.Kind.FRONTEND, "f", true);

    assertThat(text("--all")).contains("far          zone-x", "because\nhere         zone-b");
    assertThat(text("--all", "--in=here")).contains("zone-b").doesNotContain("far");
    assertThat(text("--all", "--in=far", "--most=100"))
        .startsWith("2 hosts in 2 batches")
        .doesNotContain("here");
    assertThat(text("--version-is=0.1-abc", "--in=far", "x")).contains("zone-x");
    assertThatThrownBy(() -> text("--in=far", "a"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("no host a; there are x, y");
    assertThatThrownBy(() -> text("--in=near", "a"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("no data centre near; there are here, far");
  }

  /** As in a workflow. */
  @Test
  void aBatchHasAtMostFiftyHosts() {
    for (int host = 100; host < 220; host++) {
      cluster.process(AnnouncedProcess.Kind.FRONTEND, "f" + host, true);
    }

    assertThat(text("--all", "--most=100"))
        .contains("in 3 batches, about 30 min")
        .contains("a batch has at most 50 hosts, and ");
  }

  /** During a move, four replicas must outvote each set that may lack a write. */
  @Test
  void aMoveRaisesTheNumberOfReplicasThatStay() {
    cluster.node("d", true).place(0, "d", ReplicaState.STANDBY);

    assertThat(exitCode("a")).isZero();

    cluster.place(0, "d", ReplicaState.INACTIVE);
    assertThat(exitCode("a")).isEqualTo(1);
  }

  @Test
  void aLimitOfTheNodesHolds() {
    assertThat(text("--most=33", "a")).contains("here can spare no storage node (at most 0 of 3)");
    assertThat(text("--most=34", "a")).doesNotContain("cannot go down");
  }

  @ParameterizedTest
  @CsvSource({"CONTROLLER, 26, 21", "FRONTEND, 25, 20"})
  void aLimitHoldsForProcessesOfEachKind(AnnouncedProcess.Kind kind, int percent, int total) {
    List<String> arguments = new ArrayList<>(List.of("--most=" + percent));
    for (int number = 10; number < 30; number++) {
      cluster.process(kind, "edge-" + number, true);
      arguments.add("edge-" + number);
    }

    assertThat(text(arguments.toArray(String[]::new)))
        .contains("20 hosts in 4 batches")
        .contains("here can spare 5 %ss (at most 5 of %d), and edge-10".formatted(kind, total));
    cluster.process(kind, "edge-99", false);
    assertThat(text(arguments.toArray(String[]::new)))
        .contains("20 hosts in 5 batches")
        .contains("here can spare 4 %ss (at most 5 of %d), and edge-10".formatted(kind, total + 1));
  }

  /** A share of less than one frontend must not block it for ever. */
  @Test
  void aLimitAllowsOneFrontendIfAnotherOneStays() {
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "frontend-1", true);
    assertThat(text("--most=100", "frontend-1")).contains("here can spare no frontend");
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "frontend-2", true);
    assertThat(text("--most=34", "frontend-1", "frontend-2"))
        .contains("2 hosts in 2 batches", "here can spare 1 frontend, and frontend-1 goes before");
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "frontend-3", false);
    assertThat(text("--most=34", "frontend-1"))
        .contains("here can spare no frontend (at most 1 of 3)");
    assertThat(text("--most=67", "frontend-1", "frontend-2"))
        .contains("2 hosts in 2 batches", "here can spare 1 frontend, and frontend-1 goes before");
  }

  /** The zone of a frontend is that of the storage node of its host. */
  @Test
  void aLimitOfAZoneHoldsForItsFrontends() {
    addNeighbours(ObservationFixture.GIB);
    for (String host : List.of("a", "a2", "b", "f")) {
      cluster.process(AnnouncedProcess.Kind.FRONTEND, host, true);
    }
    assertThat(text("--most=100", "--most-in-zone=70", "a", "a2"))
        .contains("2 hosts in 2 batches")
        .contains("zone zone-a in here can spare 1 frontend (at most 1 of 2), and a goes before");
    assertThat(text("--most=100", "--most-in-zone=100", "a", "a2", "a3")).contains("in 1 batch");
    assertThat(text("--most=100", "--most-in-zone=1", "b", "f")).contains("in 1 batch");
  }

  /** Three nodes in one zone. */
  private void addNeighbours(long capacityBytes) {
    cluster.neighbour("a2", "a", capacityBytes).neighbour("a3", "a", capacityBytes);
  }

  @Test
  void aLimitOfAZoneHolds() {
    addNeighbours(4 * ObservationFixture.GIB);
    String[] hosts = {"--most=100", "a", "a2", "a3"};

    assertThat(text(hosts)).contains("3 hosts in 1 batch");
    assertThat(text("--most-in-zone=67", "--most=100", "a", "a2", "a3"))
        .contains("3 hosts in 2 batches")
        .contains("zone zone-a in here can spare 2 storage nodes (at most 2 of 3), and a, a2 go");
    assertThat(text("--most-in-zone=66", "--most=100", "a", "a2", "a3"))
        .contains("3 hosts in 3 batches")
        .contains("zone zone-a in here can spare 1 storage node (at most 1 of 3), and a goes");
  }

  /** A share of less than one node must not block its zone for ever. */
  @Test
  void aLimitOfAZoneAllowsOneNode() {
    assertThat(text("--most-in-zone=1", "a", "b")).contains("2 hosts in 2 batches");

    addNeighbours(ObservationFixture.GIB);
    assertThat(text("--most-in-zone=1", "--most=100", "a", "a2", "a3"))
        .contains("3 hosts in 3 batches");
  }

  @Test
  void aNodeThatIsDownCountsForTheLimitOfItsZone() {
    addNeighbours(ObservationFixture.GIB);
    cluster.silent("a2", "no answer");

    assertThat(text("--most-in-zone=50", "--most=100", "a3"))
        .contains("zone zone-a in here can spare no storage node (at most 1 of 3)");
    assertThat(text("--most-in-zone=50", "--most=100", "a2")).contains("1 host in 1 batch");
  }

  /** The zone has 6 GiB, of which 4 GiB are on one node. */
  @Test
  void aLimitOfTheCapacityOfAZoneHolds() {
    addNeighbours(ObservationFixture.GIB);

    assertThat(text("--most-in-zone=67", "--most=100", "a2", "a3")).contains("in 1 batch");
    assertThat(text("--most-in-zone=67", "--most=100", "a", "a2"))
        .contains(
            "zone zone-a in here can spare 4.0 GiB of capacity (at most 4.0 GiB of 6.0 GiB),"
                + " and a goes before");
  }

  @Test
  void theHostsThatRemainKeepAReserve() {
    for (String node : List.of("a", "b", "c")) {
      cluster.busy(node, OptionalInt.of(60));
    }

    assertThat(text("a"))
        .contains("here can spare 6 of 24 processors at a load of 60 % with a reserve of 20 %");
    assertThat(exitCode("a")).isEqualTo(1);
    assertThat(exitCode("a", "--reserve=10")).isZero();
    assertThat(exitCode("a", "--any-load")).isZero();
    assertThat(exitCode("controller-1", "--any-load")).as("another rule").isEqualTo(1);
  }

  /** Its load moved to the others, which are measured with it. */
  @Test
  void aHostThatIsDownHasNoLoad() {
    cluster.busy("a", OptionalInt.of(100)).node("a", false);
    cluster.busy("b", OptionalInt.of(85)).busy("c", OptionalInt.of(85));

    assertThat(exitCode("a")).isZero();
    assertThat(text("--most=100", "b")).contains("cannot go down");
  }

  @Test
  void hostsWithAnUnknownLoadAreNamed() {
    cluster.busy("b", OptionalInt.empty());
    assertThat(text("a")).endsWith("\n\nthe load of 1 storage node is unknown: b");
    assertThat(text("a", "--any-load")).doesNotContain("load");
    assertThat(JsonWriter.SNAKE_CASE.indented(output("a").document().get()))
        .contains("\"unmeasured\" : [ \"b\" ]");

    cluster.busy("a", OptionalInt.of(60)).busy("c", OptionalInt.of(45));
    assertThat(exitCode("a")).as("b counts as busy as a").isEqualTo(1);

    cluster.busy("a", OptionalInt.empty()).busy("c", OptionalInt.empty());
    assertThat(exitCode("a")).as("nothing is known").isZero();
  }

  /** It is 00:16:40. */
  @Test
  void aPlanSaysThatAWorkflowWouldWaitForItsHours() {
    assertThat(text("--hours=22:00-00:16", "a"))
        .startsWith(
            """
            1 host in 1 batch, about 10 min at 10 min each
            outside of its hours: a workflow would wait until 1970-01-01T22:00:00Z
            """);
    assertThat(exitCode("--hours=22:00-00:16", "a")).isZero();
    assertThat(text("--hours=22:00-00:17", "a")).isEqualTo(text("a"));
    assertThat(JsonWriter.SNAKE_CASE.indented(output("--hours=22:00-00:16", "a").document().get()))
        .contains("\"waits_until\" : \"1970-01-01T22:00:00Z\"");
  }

  @Test
  void hostsAreChosenByVersion() {
    assertThat(text("--version-is=0.1-abc")).contains("a").contains("b").contains("c");
    assertThat(text("--version-is=0.2")).startsWith("0 hosts in 0 batches");
  }

  @Test
  void hostsWithAnUnknownVersionAreNamed() {
    cluster.silent("b", "no answer").process(AnnouncedProcess.Kind.FRONTEND, "f", false);
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "b", true);

    String unknown = "\nnot chosen, because their version is unknown: b, f";
    assertThat(text("--version-is=0.2")).contains("0 hosts in 0 batches").contains(unknown);
    assertThat(text("--version-is=0.1-abc"))
        .as("the frontend on b has it")
        .contains("unknown: f")
        .doesNotContain(unknown);
    assertThat(text("--all")).doesNotContain("version is unknown");
    assertThat(JsonWriter.SNAKE_CASE.indented(output("--version-is=0.2").document().get()))
        .contains("\"unknown_versions\" : [ \"b\", \"f\" ]");
  }

  @Test
  void whatCannotBePlannedIsRefused() {
    assertThatThrownBy(() -> text())
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "name hosts, or use --all, --version-is or --lock; there are a, b, c, controller-1");
    assertThatThrownBy(() -> text("x", "a"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("no host x; there are a, b, c, controller-1");
    assertThatThrownBy(() -> text("--all", "--most=0"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--most is 0, must be 1 to 100");
    assertThatThrownBy(() -> text("--all", "--most-in-zone=101"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--most-in-zone is 101, must be 1 to 100");
    assertThatThrownBy(() -> text("--all", "--reserve=100"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--reserve is 100, must be 0 to 99");
    cluster.unreachable(ObservationFixture.FAR, "its ZooKeeper does not answer");
    assertThatThrownBy(() -> text("--all"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("data centre far is unreachable: its ZooKeeper does not answer");
  }
}
