package io.aumbry.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.operator.ClusterReader;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Reads and changes by operators in a running cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorsTest {
  private static final int PARTITIONS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final DataCenter FAR = new DataCenter(2, "dc2");
  private static final PartitionClass COLD = new PartitionClass("cold");
  private static final NodeId NODE = new NodeId("node-1");

  private TestCluster cluster;
  private HelixClusterViews views;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    cluster = new TestCluster(1, folder);
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    views = cluster.watch();
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private ClusterReader reader(DataCenterSource... more) {
    List<DataCenterSource> sources =
        Stream.concat(
                Stream.of(new DataCenterSource(cluster.dataCenter, cluster.address)),
                Stream.of(more))
            .toList();
    return new ClusterReader(cluster.dataCenter, sources, new SystemTime());
  }

  @Test
  void aReaderSeesTheViewOfTheProcesses() {
    try (ClusterReader reader = reader()) {
      await()
          .untilAsserted(() -> {
            int partitions = views.current().partitions().size();
            assertThat(partitions).isGreaterThanOrEqualTo(PARTITIONS);
            ClusterSnapshot seen = reader.read(PATIENCE);
            assertThat(seen.view()).isEqualTo(views.current());
            assertThat(seen.unreachable()).isEmpty();
            assertThat(seen.stocks())
                .isEqualTo(Map.of(cluster.dataCenter, new Stock(partitions, 3, 1L << 30)));
            assertThat(seen.standing(NODE).capacityBytes()).isEqualTo(1L << 40);
            assertThat(seen.room(cluster.dataCenter, _ -> true).zones()).isEqualTo(3);
          });
    }
  }

  private ClusterProcesses processes(ClusterReader reader) throws InterruptedException {
    return reader.read(PATIENCE).processes(cluster.dataCenter);
  }

  @Test
  void theLeadingControllerAndTheServersOfZooKeeperAreSeen() {
    try (ClusterReader reader = reader()) {
      await().untilAsserted(() -> assertThat(processes(reader).leader()).isEqualTo("controller-1"));
      await()
          .untilAsserted(() ->
              assertThat(processes(reader).servers())
                  .singleElement()
                  .satisfies(server -> assertThat(server.serves()).isTrue())
                  .extracting(ZooKeeperProbe.Server::mode)
                  .isEqualTo("standalone"));
    }
  }

  @Test
  void aFrontendIsKnownFromItsAnnouncementUntilItStopsInOrder() throws InterruptedException {
    AnnouncedProcess frontend =
        new AnnouncedProcess(
            AnnouncedProcess.Kind.FRONTEND, "f-1", "h:1174", "0.1-abc", 77, OptionalInt.of(3));
    try (ClusterReader reader = reader()) {
      try (HelixClusterViews own = cluster.watch()) {
        own.announce(frontend);
        await()
            .untilAsserted(() ->
                assertThat(processes(reader).of(AnnouncedProcess.Kind.FRONTEND))
                    .containsExactly(new ClusterProcesses.Known(frontend, true)));
        assertThatThrownBy(() ->
                ClusterProcesses.forget(cluster.address, AnnouncedProcess.Kind.FRONTEND, "f-1"))
            .isInstanceOf(AumbryException.class)
            .hasMessage("frontend f-1 is live; stop it first");
      }
      await()
          .untilAsserted(
              () -> assertThat(processes(reader).of(AnnouncedProcess.Kind.FRONTEND)).isEmpty());
    }
  }

  /** A process that restarts within its session timeout finds its previous announcement. */
  @Test
  void aProcessThatStartsAgainIsSeenWhenItsFormerSessionEnds() throws Exception {
    AnnouncedProcess frontend =
        new AnnouncedProcess(AnnouncedProcess.Kind.FRONTEND, "f-2", "h:1174", "0.1-abc", 77);
    try (ClusterReader reader = reader();
        HelixClusterViews former = cluster.watch()) {
      former.announce(frontend);
      String live = frontend.path(cluster.address.clusterName()) + "/" + AnnouncedProcess.LIVE;
      ObjectName formerSession = cluster.sessionWith(live).orElseThrow();
      try (HelixClusterViews own = cluster.watch()) {
        own.announce(frontend);
        assertThat(cluster.sessionWith(live).orElseThrow()).isNotEqualTo(formerSession);
        assertThat(processes(reader).of(AnnouncedProcess.Kind.FRONTEND))
            .containsExactly(new ClusterProcesses.Known(frontend, true));
      }
    }
  }

  @Test
  void aProcessThatIsNotKnownCannotBeForgotten() {
    assertThatThrownBy(() ->
            ClusterProcesses.forget(cluster.address, AnnouncedProcess.Kind.CONTROLLER, "none"))
        .isInstanceOf(AumbryException.class)
        .hasMessage("no controller none has announced itself");
  }

  @Test
  void aDataCentreThatDoesNotAnswerIsNamedAndTheOthersAreSeen() throws IOException {
    try (ServerSocket silent = new ServerSocket(0);
        ClusterReader reader =
            reader(
                new DataCenterSource(
                    FAR, ClusterAddress.of("far", "127.0.0.1:" + silent.getLocalPort())))) {
      await()
          .untilAsserted(() -> {
            ClusterSnapshot seen = reader.read(Duration.ofSeconds(1));
            assertThat(seen.unreachable()).containsOnlyKeys(FAR);
            assertThat(seen.unreachable()).containsValue("its ZooKeeper does not answer");
            assertThat(seen.view().dataCenters()).containsExactly(cluster.dataCenter, FAR);
            assertThat(seen.view().nodes()).hasSize(3);
          });
    }
  }

  @Test
  void anUndefinedClusterIsNotWaitedFor() throws InterruptedException {
    ClusterAddress undefined = ClusterAddress.of("nobody", cluster.address.zkConnect());
    try (ClusterReader reader = reader(new DataCenterSource(FAR, undefined))) {
      assertThat(reader.read(PATIENCE).unreachable())
          .containsEntry(FAR, "no controller has defined " + undefined + " yet");
    }
  }

  @Test
  void dataThatCannotBeReadIsNotSilence() throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address);
        ClusterReader reader = reader()) {
      String path = PropertyPathBuilder.clusterConfig(cluster.address.clusterName());
      session.update(path, record -> with(record, "sideways"));
      assertThat(reader.read(PATIENCE).unreachable().get(cluster.dataCenter))
          .startsWith("its data cannot be read: java.lang.IllegalArgumentException");
      session.update(path, record -> with(record, "NONE"));
    }
  }

  private static ZNRecord with(ZNRecord record, String stage) {
    record.setSimpleField("AUMBRY_REBALANCE", stage);
    return record;
  }

  @Test
  void aDrainIsSeenUntilItIsTakenBack() throws InterruptedException {
    NodeDrain drain = new NodeDrain(cluster.address);
    try (ClusterReader reader = reader()) {
      drain.begin(NODE, "test", false);
      ClusterSnapshot seen = reader.read(PATIENCE);
      assertThat(seen.standing(NODE).isDrained()).isTrue();
      assertThat(seen.room(cluster.dataCenter, _ -> true).zones()).isEqualTo(2);
      drain.end(NODE);
      assertThat(reader.read(PATIENCE).standing(NODE).isEnabled()).isTrue();
    }
  }

  @Test
  void partitionsThatAreAddedArePlacedAndTheOthersStayWhereTheyAre() throws InterruptedException {
    await().until(() -> TestCluster.isWhole(views.current(), 1, PARTITIONS));
    AddedPartitions added = new AddedPartitions(cluster.address);
    added.growTo(PARTITIONS + 3, COLD);
    await().until(() -> TestCluster.isWhole(views.current(), 1, PARTITIONS + 3));
    added.growTo(PARTITIONS + 3, PartitionClass.DEFAULT);
    added.growTo(PARTITIONS, COLD);
    try (ClusterReader reader = reader()) {
      assertThat(reader.read(PATIENCE).stocks().values())
          .containsExactly(new Stock(PARTITIONS + 3, 3, 1L << 30));
      assertThat(reader.read(PATIENCE).view().partitions())
          .filteredOn(partition -> partition.partitionClass().equals(COLD))
          .extracting(Partition::id)
          .containsExactlyInAnyOrder(PARTITIONS, PARTITIONS + 1, PARTITIONS + 2);
    }
    assertThatThrownBy(() -> added.growTo(20_001, COLD)).hasMessageContaining("20001");
  }

  @Test
  void partitionsAreNotAddedBeforeThereAreAny() {
    ClusterAddress undefined = ClusterAddress.of("nobody", cluster.address.zkConnect());
    assertThatThrownBy(() -> new AddedPartitions(undefined).growTo(1, COLD))
        .isInstanceOf(AumbryException.class);
  }
}
