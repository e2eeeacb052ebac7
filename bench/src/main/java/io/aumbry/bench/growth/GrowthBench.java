package io.aumbry.bench.growth;

import io.aumbry.bench.report.Report;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures all clusters of a plan, one after the other. */
public final class GrowthBench {
  private static final List<Integer> PULLED = List.of(10, 100, 1_000);

  private final GrowthPlan plan;
  private final Path folder;
  private final Time time;

  /**
   * Measures in a folder.
   *
   * @param folder for files of views and data of clusters, which are removed
   */
  public GrowthBench(GrowthPlan plan, Path folder, Time time) {
    this.plan = plan;
    this.folder = folder;
    this.time = time;
  }

  public Report run(Consumer<String> progress) throws IOException {
    List<ViewGrowth.Row> views = new ArrayList<>();
    List<PlacementGrowth.Row> placements = new ArrayList<>();
    List<MaintenanceGrowth.Row> plans = new ArrayList<>();
    for (ClusterSize size : plan.sizes()) {
      progress.accept("%d nodes, %d partitions".formatted(size.nodes(), size.partitions()));
      views.add(new ViewGrowth(folder, time).measure(size));
      placements.add(PlacementGrowth.measure(size));
      plans.addAll(MaintenanceGrowth.measure(size));
    }
    List<RestingCluster.Row> clusters = new ArrayList<>();
    RestingCluster resting = new RestingCluster(folder, plan.settle(), plan.span(), time);
    for (int partitions : plan.partitions()) {
      progress.accept("a cluster of %d partitions".formatted(partitions));
      clusters.add(resting.measure(partitions));
    }
    return GrowthReport.of(
        views, placements, plans, PULLED.stream().map(PullGrowth::measure).toList(), clusters);
  }
}
