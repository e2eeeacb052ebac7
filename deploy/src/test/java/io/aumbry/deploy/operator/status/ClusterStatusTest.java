package io.aumbry.deploy.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The status reports each problem of a cluster, and nothing else. */
class ClusterStatusTest {
  private static ClusterStatus with(UnaryOperator<ObservationFixture> change) {
    return ClusterStatus.of(change.apply(new ObservationFixture()).observation());
  }

  private static List<String> reasons(UnaryOperator<ObservationFixture> change) {
    ClusterStatus status = with(change);
    assertThat(status.isHealthy()).isFalse();
    return status.reasons();
  }

  @Test
  void aClusterWithoutProblemsIsHealthy() {
    ClusterStatus status = with(fixture -> fixture);
    assertThat(status.reasons()).isEmpty();
    assertThat(status.isHealthy()).isTrue();
    assertThat(status.isSeenWhole()).isTrue();
    assertThat(status.replicas())
        .isEqualTo(Map.of(ReplicaState.LEADER, 2, ReplicaState.STANDBY, 4));
    assertThat(status.underWay()).isEmpty();
    assertThat(status.places().getFirst().partitions())
        .isEqualTo(new ClusterStatus.Partitions(2, 0, 0, 0, 0));
    assertThat(status.disks().total()).isEqualTo(3);
  }

  @Test
  void aNodeThatIsDownLeavesPartitionsWithoutAllCopies() {
    assertThat(
            reasons(fixture ->
                fixture
                    .node("b", false)
                    .place(0, "b", ReplicaState.OFFLINE)
                    .place(1, "b", ReplicaState.OFFLINE)))
        .containsExactly("1 node down in here: b", "2 partitions without all copies in here");
  }

  @Test
  void twoNodesDownLeaveNothingToWriteAndTheLeaderGone() {
    assertThat(reasons(fixture -> fixture.node("a", false).node("b", false)))
        .containsExactly(
            "2 nodes down in here: a, b",
            "2 partitions without all copies in here",
            "2 partitions not writable in here",
            "2 partitions without a leader in here");
  }

  @Test
  void storesThatNoListNamesAndPartitionsWithoutAnyReplicaAreNamed() {
    assertThat(reasons(fixture -> fixture.unlisted("b", Set.of(1)).unlisted("c", Set.of(0, 1))))
        .containsExactly("2 partitions with unlisted stores in here: 0, 1");
    assertThat(reasons(fixture -> fixture.remove(1, "a").remove(1, "b").remove(1, "c")))
        .containsExactly(
            "1 partition not placed in here: 1",
            "1 partition without all copies in here",
            "1 partition not writable in here",
            "1 partition without a leader in here");
  }

  @Test
  void aClassWithOnlySealedPartitionsIsNamed() {
    assertThat(reasons(fixture -> fixture.classify(1, "cold").seal(1)))
        .containsExactly(
            "all partitions of class cold are sealed: nothing new can be stored in them");
    assertThat(with(fixture -> fixture.seal(1)).isHealthy()).isTrue();
    assertThat(reasons(fixture -> fixture.classify(1, "cold").seal(0).seal(1)))
        .containsExactly("all partitions of here are sealed: nothing new can be stored");
  }

  @Test
  void aNodeThatDoesNotAnswerIsNamedWithTheReason() {
    ClusterStatus status = with(fixture -> fixture.silent("c", "no connection"));
    assertThat(status.reasons()).containsExactly("node c does not answer: no connection");
    assertThat(status.isSeenWhole()).isTrue();
  }

  @Test
  void anUnreachableDataCentreMakesTheStatusUnknown() {
    ClusterStatus status =
        with(fixture -> fixture.unreachable(ObservationFixture.FAR, "no answer"));
    assertThat(status.isSeenWhole()).isFalse();
    assertThat(status.reasons()).containsExactly("data centre far is unreachable: no answer");
  }

  @Test
  void disksThatFailedAndReplicasInErrorAreCounted() {
    assertThat(
            reasons(fixture ->
                fixture
                    .disks("c", new DiskReport("/d9", false, false, -1, 0, 31_000, 4))
                    .place(1, "c", ReplicaState.ERROR)))
        .containsExactly(
            "1 partition without all copies in here",
            "1 replica in ERROR",
            "1 disk failed: /d9 of c");
  }

  @Test
  void damageIsSummedUp() {
    assertThat(reasons(fixture -> fixture.damage(0, "a", 2).damage(1, "b", 1)))
        .containsExactly("3 places damaged and not repaired");
  }

  @Test
  void maintenanceModeAndDisabledNodesAreNamed() {
    ClusterObservation seen =
        new ObservationFixture()
            .rebalance(Rebalance.Stage.NONE, "network work")
            .operation("b", "DISABLE")
            .observation();
    ClusterStatus status = ClusterStatus.of(seen);
    assertThat(status.reasons())
        .contains(
            "1 node disabled in here: b",
            "here is in maintenance mode, and lost replicas are not replaced: network work");
    String json =
        JsonWriter.SNAKE_CASE.indented(StatusDocument.of(status, ObservationHistory.first(seen)));
    assertThat(json)
        .contains("\"nodes_disabled\" : [ \"b\" ]", "\"maintenance_mode\" : \"network work\"");
  }

  @Test
  void aDrainAloneIsHealthy() {
    ClusterStatus status = with(fixture -> fixture.operation("a", "EVACUATE"));
    assertThat(status.isHealthy()).isTrue();
    assertThat(status.places().getFirst().nodes().drained()).hasToString("[a]");
  }

  @Test
  void bootstrappingAndWaitingReplicasAreInTransition() {
    ClusterStatus status =
        with(fixture ->
            fixture
                .place(1, "c", ReplicaState.BOOTSTRAP)
                .report(
                    1,
                    "c",
                    new Waiting(ObservationFixture.NOW - 4000, List.of("a (1 of 2 records)")),
                    7));
    ClusterStatus.UnderWay only = status.underWay().getFirst();
    assertThat(status.underWay()).hasSize(1);
    assertThat(only.partition()).isEqualTo(1);
    assertThat(only.waitsMillis()).isEqualTo(4000);
    assertThat(status.lag().largest().orElseThrow().behind().orElseThrow()).isEqualTo(7);
  }

  @Test
  void aDataCentreWithoutALeadingControllerIsDegraded() {
    assertThat(ClusterStatus.of(new ObservationFixture().leader("").observation()).reasons())
        .containsExactly(
            "no controller leads here: lost leaders and replicas are not replaced until one does");
  }

  @Test
  void processesThatAreDownAreNamed() {
    ObservationFixture fixture =
        new ObservationFixture()
            .process(AnnouncedProcess.Kind.CONTROLLER, "controller-2", false)
            .process(AnnouncedProcess.Kind.FRONTEND, "frontend-1", false)
            .process(AnnouncedProcess.Kind.FRONTEND, "frontend-2", true);
    assertThat(ClusterStatus.of(fixture.observation()).reasons())
        .containsExactly(
            "1 controller down in here: controller-2", "1 frontend down in here: frontend-1");
  }

  @Test
  void zooKeeperServersThatDoNotServeAreNamed() {
    ObservationFixture fixture =
        new ObservationFixture().zooKeeper("zk2:2181", "", "it does not answer: refused");
    assertThat(ClusterStatus.of(fixture.observation()).reasons())
        .containsExactly(
            "ZooKeeper server zk2:2181 of here: it does not answer: refused",
            "the ZooKeeper servers of here do not form one ensemble");
  }

  private static List<String> versions(ObservationFixture fixture) {
    ClusterStatus status = ClusterStatus.of(fixture.observation());
    return StatusText.of(status, ObservationHistory.first(fixture.observation())).stream()
        .filter(line -> line.startsWith("cluster") || line.startsWith("versions"))
        .toList();
  }

  @Test
  void mixedVersionsAreShownWithTheHostsOfTheFewerOnes() {
    assertThat(
            versions(
                new ObservationFixture()
                    .version("c", "0.2-def")
                    .process(AnnouncedProcess.Kind.FRONTEND, "c", true)
                    .process(AnnouncedProcess.Kind.CONTROLLER, "c", true)))
        .containsExactly(
            "cluster test: healthy, mixed versions",
            "versions          here: 0.1-abc on 3 hosts, 0.2-def on 1 host (c)");
  }

  /** The last process of host b is still of the earlier version. */
  @Test
  void aHostMayHaveTwoVersions() {
    ObservationFixture fixture =
        new ObservationFixture()
            .version("frontend-1", "0.2-def")
            .process(AnnouncedProcess.Kind.FRONTEND, "b", true)
            .process(AnnouncedProcess.Kind.FRONTEND, "frontend-1", true)
            .version("a", "0.2-def")
            .version("b", "0.2-def");
    assertThat(ClusterStatus.of(fixture.observation()).places().getFirst().processes().versions())
        .containsExactly(
            new VersionInUse("0.1-abc", 3, new TreeSet<>(List.of("b", "c", "controller-1"))),
            new VersionInUse("0.2-def", 3, new TreeSet<>(List.of("a", "b", "frontend-1"))));
  }

  @Test
  void versionsAreMixedIfDataCentresDiffer() {
    assertThat(versions(new ObservationFixture().far("x").version("x", "0.2-def")))
        .containsExactly(
            "cluster test: degraded, mixed versions",
            "versions          here: 0.1-abc on 4 hosts",
            "versions          far: 0.2-def on 1 host");
  }

  @Test
  void processesThatDoNotAnswerHaveNoVersion() {
    assertThat(
            versions(
                new ObservationFixture()
                    .version("b", "0.2-def")
                    .version("c", "0.2-def")
                    .process(AnnouncedProcess.Kind.FRONTEND, "c", false)
                    .silent("c", "no connection")
                    .node("b", false)))
        .containsExactly("cluster test: degraded", "versions          here: 0.1-abc on 2 hosts");
  }

  @Test
  void theStatusOfAClusterFitsOnAScreen() {
    ObservationFixture fixture =
        new ObservationFixture()
            .unreachable(ObservationFixture.FAR, "its ZooKeeper does not answer")
            .node("b", false)
            .place(0, "b", ReplicaState.OFFLINE)
            .place(1, "b", ReplicaState.OFFLINE)
            .place(1, "c", ReplicaState.BOOTSTRAP)
            .report(
                1,
                "c",
                new Waiting(ObservationFixture.NOW - 4000, List.of("b (not heard of yet)")),
                7);
    ObservationHistory history = ObservationHistory.first(fixture.observation());
    assertThat(String.join("\n", StatusText.of(ClusterStatus.of(fixture.observation()), history)))
        .isEqualTo(
            """
            cluster test: unknown
              - 1 node down in here: b
              - 2 partitions without all copies in here
              - data centre far is unreachable: its ZooKeeper does not answer

            data centre  live  down  drained  partitions  incomplete  not writable  no leader  sealed
            here            2     1        0           2           2             0          0       0
            far             ?     ?        ?           ?           ?             ?          ?       ?

            controllers       here: controller-1 leads, 1 live, 0 down
            frontends         here, 0 live, 0 down
            ZooKeeper         here: zk:2181 standalone
            versions          here: 0.1-abc on 3 hosts
            replicas          2 OFFLINE, 1 BOOTSTRAP, 1 STANDBY, 2 LEADER
            disks             2, 0 failed; 2.0 GiB of 8.0 GiB used
            damaged           0 places
            largest lag       7 records, 6.8 KiB, last in sync never, partition 1 on c of z
            oldest in sync    0.5 s ago, partition 0 on a of z
            copies complete   no; time left: unknown (1 replica under construction)
            moving            0 replicas
            in transition     1 replica
              partition 1 on c: BOOTSTRAP, has waited 4.0 s for b (not heard of yet)\
            """);
  }
}
