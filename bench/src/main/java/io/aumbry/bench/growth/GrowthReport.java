package io.aumbry.bench.growth;

import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import java.util.List;
import java.util.function.Function;

/** Tables of the measurements, by the number of nodes and partitions. */
final class GrowthReport {
  private static final double KIB = 1 << 10;
  private static final double MIB = 1 << 20;

  private GrowthReport() {}

  static Report of(
      List<ViewGrowth.Row> views,
      List<PlacementGrowth.Row> placements,
      List<MaintenanceGrowth.Row> plans,
      List<PullGrowth.Row> pulls,
      List<RestingCluster.Row> clusters) {
    return new Report(
        List.of(
            new Section(
                "Cluster view of a frontend",
                List.of(
                    "Heap of Helix's records and of the view made of them. \"Changed\" is the processor time of a view in which one partition has"
                        + " changed, from Helix's records until the router uses it; median."),
                List.of(views(views))),
            new Section(
                "Placement in a controller",
                List.of("Processor time of one decision, which follows each event."),
                List.of(placements(placements))),
            new Section(
                "Plan of a maintenance of all hosts",
                List.of(
                    "Processor time from an observation to the batches, the first time and the"
                        + " least of the next ones. \"Spare\" is the number of nodes that may be"
                        + " down together."),
                List.of(plans(plans))),
            new Section(
                "A round of replication",
                List.of("Headers of a pull and its answer between two nodes at rest."),
                List.of(pulls(pulls))),
            new Section(
                "Processes at rest",
                List.of(
                    "Three storage nodes with all partitions, a frontend and a controller, each a"
                        + " process. Processor time in percent of a core, without JIT compilers."),
                List.of(clusters(clusters)))));
  }

  private static Table views(List<ViewGrowth.Row> rows) {
    return Table.of(
        "views",
        rows,
        List.of(
            nodes(ViewGrowth.Row::size),
            partitions(ViewGrowth.Row::size),
            Column.number("file_kib", "file, KiB", 0, row -> row.fileBytes() / KIB),
            Column.number("records_mib", "Helix, MiB", 2, row -> row.heap().records() / MIB),
            Column.number("view_mib", "view, MiB", 2, row -> row.heap().view() / MIB),
            Column.number("first_ms", "first, ms", 2, ViewGrowth.Row::firstMillis),
            Column.number("changed_ms", "changed, ms", 3, ViewGrowth.Row::changeMillis)));
  }

  private static <T> Column<T> nodes(Function<T, ClusterSize> size) {
    return Column.count("nodes", "nodes", row -> size.apply(row).nodes());
  }

  private static <T> Column<T> partitions(Function<T, ClusterSize> size) {
    return Column.count("partitions", "partitions", row -> size.apply(row).partitions());
  }

  private static Table placements(List<PlacementGrowth.Row> rows) {
    return Table.of(
        "placements",
        rows,
        List.of(
            nodes(PlacementGrowth.Row::size),
            partitions(PlacementGrowth.Row::size),
            Column.number("rest_ms", "at rest, ms", 2, PlacementGrowth.Row::rest),
            Column.number("rebalance_ms", "rebalance, ms", 2, PlacementGrowth.Row::rebalance),
            Column.number("loss_ms", "loss of a zone, ms", 2, PlacementGrowth.Row::loss),
            Column.count("moved", "replicas replaced", PlacementGrowth.Row::moved)));
  }

  private static Table plans(List<MaintenanceGrowth.Row> rows) {
    return Table.of(
        "maintenance_plans",
        rows,
        List.of(
            nodes(MaintenanceGrowth.Row::size),
            partitions(MaintenanceGrowth.Row::size),
            Column.count("hosts", "hosts", MaintenanceGrowth.Row::hosts),
            Column.count("spare", "spare", MaintenanceGrowth.Row::spare),
            Column.count("batches", "batches", MaintenanceGrowth.Row::batches),
            Column.number("first_ms", "first, ms", 1, MaintenanceGrowth.Row::first),
            Column.number("later_ms", "later, ms", 1, MaintenanceGrowth.Row::later)));
  }

  private static Table pulls(List<PullGrowth.Row> rows) {
    return Table.of(
        "pulls",
        rows,
        List.of(
            Column.count("partitions", "common partitions", PullGrowth.Row::partitions),
            Column.count("whole_bytes", "first, bytes", PullGrowth.Row::whole),
            Column.count("continued_bytes", "later, bytes", PullGrowth.Row::continued)));
  }

  private static Table clusters(List<RestingCluster.Row> rows) {
    return Table.of(
        "clusters",
        rows,
        List.of(
            Column.count("partitions", "partitions", RestingCluster.Row::partitions),
            Column.number("start_s", "ready, s", 1, RestingCluster.Row::startSeconds),
            Column.number("node_cpu", "node, %", 2, row -> row.node().cpuPercent()),
            Column.number("node_mib", "node, MiB", 0, row -> row.node().residentBytes() / MIB),
            Column.number("frontend_cpu", "frontend, %", 2, row -> row.frontend().cpuPercent()),
            Column.number(
                "frontend_mib", "frontend, MiB", 0, row -> row.frontend().residentBytes() / MIB),
            Column.number(
                "controller_cpu", "controller, %", 2, row -> row.controller().cpuPercent()),
            Column.number("loopback", "loopback, KiB/s", 1, row -> row.loopbackBytes() / KIB),
            Column.number("status_s", "admin status, s", 2, RestingCluster.Row::statusSeconds)));
  }
}
