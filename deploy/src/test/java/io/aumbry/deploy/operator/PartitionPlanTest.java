package io.aumbry.deploy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.deploy.operator.PartitionPlan.Run;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionPlanTest {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final DataCenter FAR = new DataCenter(2, "far");
  private static final PartitionClass COLD = new PartitionClass("cold");
  private static final PartitionClass HOT = new PartitionClass("hot");

  /** Partitions of these classes, all of which exist in the first data centre. */
  private static ClusterSnapshot snapshot(int inFar, PartitionClass... classes) {
    List<Partition> partitions = new ArrayList<>();
    for (PartitionClass each : classes) {
      partitions.add(new Partition(partitions.size(), each, false, 3, List.of()));
    }
    return new ClusterSnapshot(
        new ClusterView(HERE, List.of(HERE, FAR), List.of(), partitions),
        Map.of(),
        Map.of(HERE, new Stock(classes.length, 3, 1), FAR, new Stock(inFar, 3, 1)),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of());
  }

  @Test
  void newPartitionsHaveTheRequestedClass() {
    PartitionPlan plan = PartitionPlan.of(snapshot(2, COLD, HOT), 5, COLD);
    assertThat(plan.runs()).containsExactly(new Run(7, COLD));
    assertThat(plan.isCompletion()).isFalse();
  }

  @Test
  void anInterruptedAdditionIsOnlyCompletedWithItsClasses() {
    PartitionPlan plan =
        PartitionPlan.of(snapshot(1, PartitionClass.DEFAULT, COLD, COLD, HOT), 5, HOT);
    assertThat(plan.runs()).containsExactly(new Run(3, COLD), new Run(4, HOT));
    assertThat(plan.isCompletion()).isTrue();
    assertThat(plan.wanted()).isEqualTo(4);
  }
}
