package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.MaintenanceSite.Unproven;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.machine.Hardware;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.ReplicaReport.Proof;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Nodes a, b and c, in a zone each, have all replicas. */
class ObservedSiteTest {
  private static final ImpactLimits LIMITS = new ImpactLimits(50, 100, OptionalInt.empty(), false);

  private final ObservationFixture cluster = new ObservationFixture();
  private final List<StorageNode> asked = new ArrayList<>();

  private ObservedSite.Seen seen() {
    return ObservedSite.Seen.of(
        cluster.observation(),
        ObservationFixture.HERE,
        demands -> {
          asked.addAll(demands.keySet());
          return Map.of(new NodeId("c"), "no answer");
        });
  }

  private List<List<String>> batches(OptionalLong lock, String... hosts) {
    return seen().plan(new TreeSet<>(List.of(hosts)), lock, LIMITS).batches().stream()
        .map(batch -> batch.stream().map(Host::name).toList())
        .toList();
  }

  @Test
  void aHostIsWholeWhenItIsUpAndAllOfItsReplicasAreComplete() {
    assertThat(seen().missing("a")).isEmpty();
    assertThat(seen().missing("z")).contains("the cluster does not know it");
    cluster.node("b", false);
    assertThat(seen().missing("b")).contains("it is down");
    cluster.silent("c", "no answer");
    assertThat(seen().missing("c")).contains("it does not answer");
    cluster.place(1, "a", ReplicaState.BOOTSTRAP);
    assertThat(seen().missing("a")).isPresent();
  }

  @Test
  void aMachineHasTheHardwareOfItsReport() {
    cluster.disks(
        "a",
        new DiskReport("/d1", true, false, 1, 1, 0, 0),
        new DiskReport("/d2", false, false, DiskReport.UNKNOWN, 0, 0, 1),
        new DiskReport("/d3", true, false, 1, 1, 0, 0));
    cluster.diskSpeeds("a", List.of(300L, DiskReport.UNKNOWN, 100L)).clockError("a", 5_000);
    cluster.version("a", "2").process(AnnouncedProcess.Kind.FRONTEND, "a", true);
    cluster.version("a", "1");
    Machine machine = seen().machine("a");
    assertThat(machine.versions()).containsExactly("1", "2");
    assertThat(machine.clockErrorMillis()).hasValue(5_000);
    assertThat(machine.hardware())
        .contains(new Hardware(8, 32L << 30, 2, List.of(300L, DiskReport.UNKNOWN, 100L)));
  }

  @Test
  void aMachineWithoutAStorageNodeHasVersionsOnly() {
    cluster.version("f", "2").process(AnnouncedProcess.Kind.FRONTEND, "f", true);
    assertThat(seen().machine("f"))
        .isEqualTo(
            new Machine(
                new TreeSet<>(Set.of("2")),
                Set.of(AnnouncedProcess.Kind.FRONTEND),
                OptionalLong.of(0),
                Optional.empty()));
  }

  private Optional<Unproven> unproven(long upTo) {
    return seen().unproven("a", upTo);
  }

  @Test
  void aHostIsProvenWhenAllOfItsReplicasAre() {
    long upTo = ObservationFixture.NOW - 10_000;
    cluster.proof(0, "a", new Proof(upTo, 0, 0, 0)).proof(1, "a", new Proof(upTo - 1, 0, 0, 0));
    assertThat(unproven(upTo))
        .contains(new Unproven("its replica of partition 1: is being compared", false));
    cluster.proof(1, "a", new Proof(upTo, 0, 0, 0, upTo));
    assertThat(unproven(upTo)).as("a proof that is wanted is not done").isPresent();
    cluster.proof(1, "a", new Proof(upTo, 0, 0, 0));
    assertThat(unproven(upTo)).isEmpty();
    assertThat(seen().unproven("b", upTo)).as("another host").isPresent();
    cluster.proof(0, "a", new Proof(upTo, 0, 1, 0));
    assertThat(unproven(upTo))
        .contains(new Unproven("its replica of partition 0: it differs from a peer", false));
  }

  @Test
  void aPeerThatIsAwayIsNamed() {
    cluster.node("b", false);
    assertThat(unproven(ObservationFixture.NOW))
        .contains(new Unproven("its replica of partition 0: that on b is away", true));
  }

  @Test
  void peersTakePartInTheProofsThatAreNotDone() {
    assertThat(seen().prove(new TreeMap<>(Map.of("a", 1_000L))))
        .containsExactly(Map.entry("c", "no answer"));
    assertThat(asked).extracting(node -> node.id().name()).containsExactlyInAnyOrder("a", "b", "c");
    asked.clear();
    cluster.proof(0, "a", new Proof(1_000, 0, 0, 0)).proof(1, "a", new Proof(1_000, 0, 0, 0));
    seen().prove(new TreeMap<>(Map.of("a", 1_000L)));
    assertThat(asked).isEmpty();
  }

  @Test
  void aHostWithoutAStorageNodeHasNothingToProve() {
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "f", true);
    assertThat(seen().unproven("f", ObservationFixture.NOW)).isEmpty();
    seen().prove(new TreeMap<>(Map.of("f", ObservationFixture.NOW)));
    assertThat(asked).isEmpty();
  }

  /** Its own lock says nothing about a host. */
  @Test
  void aLockedHostMayBeWhole() {
    cluster.lock("ann", "upgrade", true, "a");
    assertThat(seen().missing("a")).isEmpty();
  }

  @Test
  void aHostIsEmptyWhenItIsDrainedAndHasNoReplica() {
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "f", true);
    assertThat(seen().remaining("f")).isEmpty();
    assertThat(seen().hasStorageNode("f")).isFalse();
    assertThat(seen().remaining("z")).isEmpty();
    assertThat(seen().hasStorageNode("a")).isTrue();
    assertThat(seen().isDrained("a", 1)).isFalse();
    cluster.lock("ann", "new disks", true, "a").lockedDrain("a");
    assertThat(seen().isDrained("a", 1)).isTrue();
    assertThat(seen().isDrained("a", 2)).isFalse();
    assertThat(seen().remaining("a")).get().asString().startsWith("2 replicas left; partition 0 ");
    cluster.neighbour("d", "a", 1 << 30);
    assertThat(seen().remaining("d")).isEmpty();
    cluster.unlisted("d", Set.of(5));
    assertThat(seen().remaining("d"))
        .contains("d has stores that the cluster does not list; the drain continues");
    cluster.operation("a", "ENABLE");
    assertThat(seen().isDrained("a", 1)).as("an operator has enabled it").isFalse();
  }

  /** Maintenance drains the hosts of its batch itself. */
  @Test
  void aDrainUnderTheOwnLockTakesNoHostAway() {
    cluster.lock("ann", "new disks", true, "a").lockedDrain("a");
    assertThat(seen().isDown("a")).isFalse();
    assertThat(seen().missing("a")).isEmpty();
    assertThat(batches(OptionalLong.of(1), "a")).containsExactly(List.of("a"));
    assertThat(batches(OptionalLong.empty(), "b")).as("a is away").isEmpty();
  }

  /** Each zone needs room for two replicas, and each node has room for four. */
  @Test
  void aHostIsEvacuatedOnlyIfOthersHaveRoomForItsReplicas() {
    cluster.neighbour("d", "a", 1 << 30);
    assertThat(evacuated("a", "b")).containsOnlyKeys("a", "b");
    cluster.neighbour("d", "a", 2L << 30);
    assertThat(evacuated("a")).isEmpty();
    assertThat(evacuated("b"))
        .containsExactly(Map.entry("b", "zone zone-b in here can spare room for 2 replicas"));
  }

  private Map<String, String> evacuated(String... hosts) {
    ImpactLimits limits = new ImpactLimits(50, 100, OptionalInt.empty(), true);
    Map<String, String> blocked = new TreeMap<>();
    seen()
        .plan(new TreeSet<>(List.of(hosts)), OptionalLong.empty(), limits)
        .blocked()
        .forEach((host, why) -> blocked.put(host.name(), why));
    return blocked;
  }

  /** Hosts that are worked on recover without it. */
  @Test
  void noHostGoesDownWhileAnotherDataCentreDoesNotAnswer() {
    cluster.unreachable(ObservationFixture.FAR, "its ZooKeeper does not answer");
    assertThat(batches(OptionalLong.empty(), "a")).isEmpty();
    assertThat(evacuated("a"))
        .containsExactly(
            Map.entry("a", "data centre far is unreachable: its ZooKeeper does not answer"));
    cluster.lock("ann", "kernel", true, "a");
    assertThat(batches(OptionalLong.of(1), "a")).isEmpty();
    assertThat(seen().missing("a")).isEmpty();
    assertThat(seen().isDown("a")).isFalse();
  }

  @Test
  void hostsThatOthersHaveOrAwaitAreNotChosen() {
    cluster.lock("ann", "kernel", true, "a").lock("bob", "disk", false, "b");
    assertThat(batches(OptionalLong.empty(), "a", "b")).isEmpty();
    assertThat(batches(OptionalLong.of(1), "a")).containsExactly(List.of("a"));
    assertThat(seen().locks().queue("b")).hasSize(1);
  }

  /** Such as behind a firewall that keeps the operator out. */
  @Test
  void nodesThatDoNotAnswerAreInNoBatchWhileTheyMayServe() {
    cluster.silent("a", "refused").silent("b", "refused").silent("c", "refused");
    assertThat(batches(OptionalLong.empty(), "a", "b", "c")).isEmpty();
    assertThat(seen().isDown("a")).isFalse();
  }

  @Test
  void aHostThatIsRebuiltGoesOnlyIfTheOthersDoWithoutIt() {
    cluster.place(1, "b", ReplicaState.BOOTSTRAP);
    assertThat(batches(OptionalLong.empty(), "b")).containsExactly(List.of("b"));
    cluster.node("a", false);
    assertThat(batches(OptionalLong.empty(), "b")).as("it serves partition 0").isEmpty();
    assertThat(batches(OptionalLong.empty(), "a")).containsExactly(List.of("a"));
    assertThat(seen().isDown("a")).isTrue();
    assertThat(seen().isDown("b")).isFalse();
  }

  @Test
  void nodesWithAnnouncementsOfCrashedFrontendsDoNotGoTogether() {
    for (String host : List.of("a", "b", "c")) {
      cluster.process(AnnouncedProcess.Kind.FRONTEND, host, false);
    }
    assertThat(batches(OptionalLong.empty(), "a", "b", "c")).isEmpty();
  }

  @Test
  void aReplicaWithDifferencesIsNotReliedOn() {
    cluster.proof(1, "b", new Proof(1, 0, 1, 0));
    assertThat(batches(OptionalLong.empty(), "a")).isEmpty();
    assertThat(seen().missing("b")).as("another upgrade would not help").isEmpty();
    cluster.proof(1, "b", new Proof(1, 0, 0, 1));
    assertThat(batches(OptionalLong.empty(), "a")).isEmpty();
    cluster.proof(1, "b", new Proof(1, 1, 0, 0));
    assertThat(batches(OptionalLong.empty(), "a")).isNotEmpty();
  }

  /** Its peers have all of their blobs, although they differ from it. */
  @Test
  void onlyTheReplicaThatLacksBlobsIsNotReliedOn() {
    cluster.lacks(1, "b", 1);
    assertThat(batches(OptionalLong.empty(), "a")).isEmpty();
    assertThat(batches(OptionalLong.empty(), "c")).isEmpty();
    assertThat(batches(OptionalLong.empty(), "b")).containsExactly(List.of("b"));
  }

  /** It may have lost them after its own last comparison. */
  @Test
  void aReplicaOfWhichAPeerSaysThatItLacksBlobsIsNotReliedOn() {
    cluster.proof(1, "c", new Proof(1, 0, 1, 0).with(ObservationFixture.atPeer("b", 1)));
    assertThat(batches(OptionalLong.empty(), "a")).isEmpty();
    assertThat(batches(OptionalLong.empty(), "b")).containsExactly(List.of("b"));
  }

  /** Leaders are compared across data centres. */
  @Test
  void blobsThatAnotherDataCentreLacksDoNotMatterHere() {
    cluster.far("f").place(1, "f", ReplicaState.LEADER);
    cluster.proof(1, "a", new Proof(1, 0, 1, 0).with(ObservationFixture.atPeer("f", 1)));
    assertThat(batches(OptionalLong.empty(), "b")).containsExactly(List.of("b"));
  }

  @Test
  void frontendsThatWriteToAllReplicasKeepAll() {
    cluster.frontend("f", OptionalInt.of(3)).frontend("g", OptionalInt.empty());
    assertThat(batches(OptionalLong.empty(), "a")).isEmpty();
  }

  /** Replicas leave the view when their node goes down. Its stores may still be there. */
  @Test
  void aHostIsNotEmptyUntilItSaysSo() {
    cluster.neighbour("d", "a", 1 << 30).operation("d", "EVACUATE");
    assertThat(seen().remaining("d")).isEmpty();
    cluster.silent("d", "no answer");
    assertThat(seen().remaining("d"))
        .contains("d does not answer, so its replicas are unknown; the drain continues");
    cluster.node("d", false);
    assertThat(seen().remaining("d"))
        .contains("d is down, so its replicas are unknown; the drain continues");
  }

  /** The clocks of operators' machines decide nothing. */
  @Test
  void aLockCountsUntilItIsRemoved() {
    cluster.lock("ann", "kernel", true, "a").at(ObservationFixture.NOW + 10 * 3_600_000L);
    assertThat(batches(OptionalLong.empty(), "b")).isEmpty();
  }
}
