package io.aumbry.bench.catalog;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.report.Report;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Measures SQLite in a folder that is removed at the end, and then other databases.
 *
 * @param parent the folder in which the benchmark creates its own; by default that for temporary
 *     files
 * @param urls of other databases
 */
public record CatalogBench(CatalogPlan plan, Optional<Path> parent, List<String> urls) {
  /**
   * Runs all measurements, and reports each as it ends.
   *
   * @throws IllegalStateException if a call failed
   */
  public Report run(long seed, Consumer<String> progress) throws IOException {
    Path home = home();
    CatalogFigures figures = new CatalogFigures();
    SplittableRandom random = new SplittableRandom(seed);
    try (EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), new SystemTime())) {
      List<String> all = new ArrayList<>(List.of("sqlite:" + home.resolve("catalog.db")));
      all.addAll(urls);
      for (String url : all) {
        try (CatalogEngine engine = new CatalogEngine(url, plan, loops, random.split())) {
          engine.run(figures, progress);
        }
      }
    } finally {
      FolderTree.delete(home);
    }
    return CatalogReport.of(figures);
  }

  private Path home() throws IOException {
    if (parent.isEmpty()) {
      return Files.createTempDirectory("aumbry-bench-");
    }
    Files.createDirectories(parent.get());
    return Files.createTempDirectory(parent.get(), "aumbry-bench-");
  }
}
