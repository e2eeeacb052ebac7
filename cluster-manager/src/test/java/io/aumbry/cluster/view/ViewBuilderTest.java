package io.aumbry.cluster.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A view that is built from the last one equals a view that is built from nothing. */
class ViewBuilderTest {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final DataCenter THERE = new DataCenter(2, "there");
  private static final List<DataCenter> BOTH = List.of(HERE, THERE);
  private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");
  private static final List<String> STATES = List.of("LEADER", "STANDBY", "BOOTSTRAP", "DROPPED");

  private final ViewBuilder builder = new ViewBuilder(HERE, List.of(HERE));
  private final Map<String, Map<String, String>> states = new HashMap<>();

  private static DataCenterImage image(DataCenter of, String prefix) {
    List<InstanceConfig> nodes = NODES.stream().map(name -> node(prefix + name)).toList();
    return DataCenterImage.empty(new Vantage(of.id(), !of.equals(HERE)))
        .withInstances(nodes)
        .withLive(Set.of(prefix + "n1", prefix + "n2", prefix + "n3"))
        .withResources(List.of(resource(prefix)))
        .withExternal(List.of());
  }

  private static InstanceConfig node(String name) {
    InstanceConfig node = new InstanceConfig(name);
    node.setHostName("127.0.0.1");
    node.setPort("1175");
    node.setDomain(ClusterDefinition.ZONE + "=" + name);
    return node;
  }

  private static IdealState resource(String prefix) {
    IdealState resource = ClusterDefinition.resource(0, 6, 3, PartitionClass.DEFAULT);
    IntStream.range(0, 6)
        .forEach(id ->
            resource.setPreferenceList(
                Integer.toString(id), List.of(prefix + "n1", prefix + "n2", prefix + "n3")));
    return resource;
  }

  private ExternalView external() {
    ZNRecord record = new ZNRecord(ClusterDefinition.RESOURCE);
    states.forEach((partition, replicas) -> record.setMapField(partition, Map.copyOf(replicas)));
    return new ExternalView(record);
  }

  private void set(int partition, String node, String state) {
    states.computeIfAbsent(Integer.toString(partition), _ -> new HashMap<>()).put(node, state);
  }

  private static Partition partition(ClusterView view, int id) {
    return view.partition(id).orElseThrow();
  }

  @Test
  void onlyAChangedPartitionIsAnotherObject() {
    set(0, "n1", "LEADER");
    set(1, "n1", "LEADER");
    DataCenterImage first = image(HERE, "").withExternal(List.of(external()));
    ClusterView before = builder.next(List.of(first));
    set(1, "n2", "STANDBY");
    ClusterView after = builder.next(List.of(first.withExternal(List.of(external()))));
    assertThat(partition(after, 0)).isSameAs(partition(before, 0));
    assertThat(partition(after, 5)).isSameAs(partition(before, 5));
    assertThat(partition(after, 1).replicas().get(1).state()).isEqualTo(ReplicaState.STANDBY);
  }

  @Test
  void equalPartitionsRemainTheSameObjectsWhenAllRecordsAreReadAgain() {
    ClusterView before = builder.next(List.of(image(HERE, "")));
    DataCenterImage sealed =
        image(HERE, "")
            .with(Mark.SEALED, new MarkedPartitions(Map.of(2, Set.of(MarkedPartitions.OPERATOR))));
    ClusterView after = builder.next(List.of(sealed));
    assertThat(partition(after, 1)).isSameAs(partition(before, 1));
    assertThat(partition(after, 2).sealed()).isTrue();
  }

  @Test
  void aNodeThatDiesChangesItsPartitions() {
    set(0, "n1", "LEADER");
    DataCenterImage first = image(HERE, "").withExternal(List.of(external()));
    builder.next(List.of(first));
    ClusterView after = builder.next(List.of(first.withLive(Set.of("n2", "n3"))));
    assertThat(partition(after, 0).replicas().getFirst().state()).isEqualTo(ReplicaState.OFFLINE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void viewsEqualThoseThatAreBuiltFromNothing(long seed) {
    Random random = new Random(seed);
    ViewBuilder both = new ViewBuilder(HERE, BOTH);
    DataCenterImage here = image(HERE, "");
    DataCenterImage there = image(THERE, "far-");
    for (int i = 0; i < 100; i++) {
      int partition = random.nextInt(6);
      switch (random.nextInt(6)) {
        case 0 -> states.remove(Integer.toString(partition));
        case 1 -> here = here.withLive(Set.copyOf(NODES.subList(0, random.nextInt(4))));
        case 2 -> there = there.withExternal(List.of());
        default -> set(partition, NODES.get(random.nextInt(4)), STATES.get(random.nextInt(4)));
      }
      here = here.withExternal(List.of(external()));
      List<DataCenterImage> images = new ArrayList<>(List.of(here));
      if (random.nextInt(4) > 0) {
        images.add(there);
      }
      assertThat(both.next(images)).isEqualTo(ImageMerge.ofImages(HERE, BOTH, images));
    }
  }
}
