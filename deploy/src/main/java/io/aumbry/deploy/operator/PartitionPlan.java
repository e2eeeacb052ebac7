package io.aumbry.deploy.operator;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;

/**
 * The partitions to add, or to complete in data centres that have fewer than others.
 *
 * @param runs in order
 * @param isCompletion whether this only completes an interrupted addition
 * @param least smallest number of partitions in a data centre
 * @param most largest number of partitions in a data centre
 */
record PartitionPlan(List<Run> runs, boolean isCompletion, int least, int most) {
  PartitionPlan {
    runs = List.copyOf(runs);
  }

  /**
   * Consecutive partitions of one class.
   *
   * @param end the first id after the run
   */
  record Run(int end, PartitionClass partitionClass) {}

  /**
   * Plans {@code more} partitions. If an earlier addition was interrupted, plans only its
   * completion.
   */
  static PartitionPlan of(ClusterSnapshot snapshot, int more, PartitionClass partitionClass) {
    IntSummaryStatistics there =
        snapshot.stocks().values().stream().mapToInt(Stock::partitions).summaryStatistics();
    int least = there.getMin();
    int most = there.getMax();
    return least < most
        ? new PartitionPlan(runs(snapshot.view(), least, most), true, least, most)
        : new PartitionPlan(List.of(new Run(most + more, partitionClass)), false, least, most);
  }

  /** Runs with the classes of the existing partitions. */
  private static List<Run> runs(ClusterView view, int from, int end) {
    List<Run> runs = new ArrayList<>();
    for (int id = from; id < end; id++) {
      PartitionClass each =
          view.partition(id).map(Partition::partitionClass).orElse(PartitionClass.DEFAULT);
      if (!runs.isEmpty() && runs.getLast().partitionClass().equals(each)) {
        runs.removeLast();
      }
      runs.add(new Run(id + 1, each));
    }
    return runs;
  }

  int wanted() {
    return runs.getLast().end();
  }
}
