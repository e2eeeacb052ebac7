package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacementSnapshotTest {
  private static final int PARTITION = 1;
  private static final List<String> NODES = List.of("a", "b", "c");

  private static PlacementSnapshot snapshot(Set<String> serving) {
    PlacementNodes nodes =
        new PlacementNodes(List.of(), serving, serving, Set.of(), Map.of(), Map.of());
    return new PlacementSnapshot(
        Map.of(PARTITION, "resource"),
        Map.of(PARTITION, PreferenceList.of(NODES, NODES.size())),
        Map.of(PARTITION, Map.of("a", "LEADER", "b", "STANDBY", "c", "STANDBY")),
        nodes,
        Set.of(),
        NODES.size());
  }

  /** The external view is written later than the node is known to be down. */
  @Test
  void aNodeThatIsDownDoesNotServeWhateverTheViewSays() {
    PlacementSnapshot whole = snapshot(Set.copyOf(NODES));
    PlacementSnapshot reduced = snapshot(Set.of("b", "c"));
    PreferenceList list = PreferenceList.of(NODES, NODES.size());
    assertThat(whole.isTargetServing(PARTITION, list)).isTrue();
    assertThat(whole.servingBeside("b", PARTITION, NODES)).isEqualTo(2);
    assertThat(reduced.isTargetServing(PARTITION, list)).isFalse();
    assertThat(reduced.servingBeside("b", PARTITION, NODES)).isEqualTo(1);
    assertThat(reduced.leads(PARTITION, "a")).isFalse();
    assertThat(reduced.isServing(PARTITION, "c")).isTrue();
  }
}
