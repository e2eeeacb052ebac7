package io.aumbry.bench.network;

import io.aumbry.bench.load.Pacer;
import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.row.Row;
import io.aumbry.bench.network.row.RowResults;
import io.aumbry.bench.network.row.Rows;
import io.aumbry.bench.network.row.Variant;
import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.report.Report;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs the whole benchmark, row by row. */
public final class NetworkBench {
  private final NetworkPlan plan;
  private final SideLauncher sides;
  private final Consumer<String> progress;
  private final Time time = new SystemTime();
  private final Pacer pacer = new SystemPacer(time);

  /**
   * Prepares the measurements of a plan.
   *
   * @param progress receives a line for each measurement
   */
  public NetworkBench(NetworkPlan plan, SideLauncher sides, Consumer<String> progress) {
    this.plan = plan;
    this.sides = sides;
    this.progress = progress;
  }

  /**
   * Runs all measurements.
   *
   * @throws IllegalStateException when a side failed
   */
  public Report run() throws IOException {
    List<Row> rows = plan.rows().stream().map(Rows::of).toList();
    Path folder = Files.createTempDirectory("aumbry-bench-network");
    try {
      new Identity(folder).make(time);
      List<RowResults> results = new ArrayList<>();
      for (Row row : rows) {
        results.add(measure(row, folder));
      }
      return new Report(results.stream().map(RowReport::of).toList());
    } finally {
      FolderTree.delete(folder);
    }
  }

  private RowResults measure(Row row, Path folder) {
    List<Variant> available = row.variants().stream().filter(Variant::isAvailable).toList();
    RowResults results = new RowResults(row, plan.loads(row), available);
    List<Pair> pairs = new ArrayList<>();
    try {
      for (Variant variant : available) {
        pairs.add(new Pair(row, variant, sides, folder, time, pacer));
      }
      pairs.forEach(pair -> pair.warmUp(results.loads(), plan.warmUp()));
      for (int round = 0; round < plan.rounds(); round++) {
        round(round % 2 == 0 ? pairs : pairs.reversed(), results);
      }
      pairs.forEach(pair -> results.connections(pair.variant(), pair.connections()));
      return results;
    } finally {
      pairs.forEach(Pair::close);
    }
  }

  /** Alternates between variants, so that drift of the machine affects all equally. */
  private void round(List<Pair> order, RowResults results) {
    for (Load load : results.loads()) {
      for (Pair pair : order) {
        Figures figures = pair.measure(load, plan.duration());
        results.add(load, pair.variant(), figures);
        progress.accept(RowReport.progress(results.row(), load, pair.variant(), figures));
      }
    }
  }
}
