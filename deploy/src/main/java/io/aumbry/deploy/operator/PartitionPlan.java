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
 * What is added to data centres that have fewer.
 *
 * @param runs one after the other
 * @param isCompletion whether it is only what others have already
 * @param least how many partitions the data centre has that has fewest
 * @param most how many partitions the data centre has that has most
 */
record PartitionPlan(List<Run> runs, boolean isCompletion, int least, int most) {
  PartitionPlan {
    runs = List.copyOf(runs);
  }

  /**
   * Partitions with consecutive numbers.
   *
   * @param end the first number that is not among them
   */
  record Run(int end, PartitionClass partitionClass) {}

  /**
   * For as many more, unless an addition was cut short, which is ended first then, and nothing else
   * is done.
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

  /** As they are where they are. */
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

  /** How many partitions there are to be. */
  int wanted() {
    return runs.getLast().end();
  }
}
