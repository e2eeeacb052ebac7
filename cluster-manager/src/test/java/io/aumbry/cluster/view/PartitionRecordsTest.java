package io.aumbry.cluster.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.UnlistedStores;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.datamodel.serializer.ZNRecordSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partitions and their classes in ZooKeeper and in the saved views of frontends. */
class PartitionRecordsTest {
  /** A record without classes. */
  private static final String BEFORE =
      """
      {"id":"blobs","simpleFields":{"IDEAL_STATE_MODE":"AUTO","NUM_PARTITIONS":"2",\
      "REBALANCE_MODE":"SEMI_AUTO","REPLICAS":"3","STATE_MODEL_DEF_REF":"AumbryReplica"},\
      "mapFields":{},"listFields":{"0":["n1","n2","n3"],"1":["n2","n3","n1"]}}
      """;

  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final Vantage VANTAGE = new Vantage(1, false);
  private static final PartitionClass COLD = new PartitionClass("cold");

  @TempDir private Path folder;

  private static IdealState before() {
    Object read = new ZNRecordSerializer().deserialize(BEFORE.getBytes(StandardCharsets.UTF_8));
    assertThat(read).isInstanceOf(ZNRecord.class);
    return new IdealState((ZNRecord) read);
  }

  private static Map<Integer, PartitionClass> classes(DataCenterImage image) {
    return image.partitions().values().stream()
        .collect(Collectors.toMap(Partition::id, Partition::partitionClass));
  }

  private static DataCenterImage image(IdealState... resources) {
    return DataCenterImage.empty(VANTAGE)
        .withInstances(List.of())
        .withLive(Set.of())
        .withResources(List.of(resources))
        .withExternal(List.of());
  }

  @Test
  void partitionsWithoutAClassHaveTheDefault() {
    assertThat(classes(image(before())))
        .isEqualTo(Map.of(0, PartitionClass.DEFAULT, 1, PartitionClass.DEFAULT));
  }

  @Test
  void partitionsOfTheDefaultClassAreWrittenWithoutAClass() {
    IdealState resource = ClusterDefinition.resource(0, 2, 3, PartitionClass.DEFAULT);
    assertThat(resource.getRecord().getSimpleFields())
        .isEqualTo(before().getRecord().getSimpleFields());
  }

  /** Other replicas wait for it, because only it may have some of the blobs. */
  @Test
  void anUnlistedStoreOfALiveNodeIsAReplicaThatIsOffline() {
    DataCenterImage seen = image(before()).withInstances(List.of(node("n3"), node("n4")));
    assertThat(states(seen.withLive(Set.of("n3", "n4"))))
        .isEqualTo(Map.of("n3", ReplicaState.OFFLINE, "n4", ReplicaState.OFFLINE));
    assertThat(states(seen.withLive(Set.of("n3")))).isEqualTo(Map.of("n3", ReplicaState.OFFLINE));
  }

  private static InstanceConfig node(String name) {
    InstanceConfig node = new InstanceConfig(name);
    node.setHostName("127.0.0.1");
    node.setPort("1175");
    node.setDomain(ClusterDefinition.ZONE + "=" + name);
    return new InstanceConfig(UnlistedStores.write(node.getRecord(), Set.of(0, 7)));
  }

  private static Map<String, ReplicaState> states(DataCenterImage image) {
    return Optional.ofNullable(image.partitions().get(0)).orElseThrow().replicas().stream()
        .collect(Collectors.toMap(replica -> replica.node().id().name(), Replica::state));
  }

  @Test
  void aKeptImageKnowsTheClasses() {
    ImageFile file = new ImageFile(folder, source(), new SystemTime());
    file.write(image(before(), ClusterDefinition.resource(2, 4, 3, COLD)));
    assertThat(classes(file.read(VANTAGE).orElseThrow().image()))
        .isEqualTo(Map.of(0, PartitionClass.DEFAULT, 1, PartitionClass.DEFAULT, 2, COLD, 3, COLD));
  }

  private static DataCenterSource source() {
    return new DataCenterSource(HERE, ClusterAddress.of("here", "127.0.0.1:1"));
  }

  @Test
  void whereDataCentresDifferTheExplicitClassWins() {
    PartitionClass hot = new PartitionClass("hot");
    assertThat(PartitionClass.DEFAULT.or(COLD)).isEqualTo(COLD);
    assertThat(COLD.or(PartitionClass.DEFAULT)).isEqualTo(COLD);
    assertThat(hot.or(COLD)).isEqualTo(COLD.or(hot)).isEqualTo(COLD);
    List<DataCenterImage> images =
        List.of(
            image(ClusterDefinition.resource(0, 1, 3, PartitionClass.DEFAULT)),
            image(ClusterDefinition.resource(0, 1, 3, COLD)));
    assertThat(ImageMerge.ofImages(HERE, List.of(HERE), images).partitions())
        .extracting(Partition::partitionClass)
        .containsExactly(COLD);
  }
}
