package io.aumbry.bench.store;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.store.engine.AumbryEngine;
import io.aumbry.bench.store.engine.StoreEngine;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Runs the whole benchmark in a folder that it removes at the end. */
public final class StoreBench {
  private final StorePlan plan;
  private final List<OptionalInt> cachePercents;
  private final Path parent;
  private final Optional<Path> fio;
  private final List<StoreEngine> others;
  private final Time time = new SystemTime();

  /**
   * Prepares the measurements of a plan.
   *
   * @param cachePercents of {@code storage.write-cache}: one target each, or one with the default
   * @param parent a folder on the disk to measure; the benchmark creates its own folder in it
   * @param fio the program, if the disk itself is to be measured
   * @param others libraries to compare with Aumbry's store; the benchmark closes them
   */
  public StoreBench(
      StorePlan plan,
      List<Integer> cachePercents,
      Path parent,
      Optional<Path> fio,
      List<StoreEngine> others) {
    this.plan = plan;
    this.cachePercents =
        cachePercents.isEmpty()
            ? List.of(OptionalInt.empty())
            : cachePercents.stream().map(OptionalInt::of).toList();
    this.parent = parent;
    this.fio = fio;
    this.others = List.copyOf(others);
  }

  /** Finds fio in the folders of a PATH. */
  public static Optional<Path> findFio(String path) {
    return FioProgram.find(path);
  }

  /** The message if fio is missing. */
  public static String fioMissing() {
    return FioProgram.MISSING;
  }

  /**
   * Runs all measurements, and reports each as it ends.
   *
   * @throws IllegalStateException when a store or program failed, or returned wrong bytes
   */
  public Report run(long seed, Consumer<String> progress) throws IOException {
    Files.createDirectories(parent);
    Path home = Files.createTempDirectory(parent, "aumbry-bench-");
    List<StoreContender> contenders = new ArrayList<>();
    try (EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time)) {
      cachePercents.stream()
          .map(percent -> new AumbryEngine(loops, percent, plan.compactedSegment()))
          .map(engine -> new EngineContender(engine, plan, home, time))
          .forEach(contenders::add);
      fio.map(FioProgram::new)
          .ifPresent(program -> {
            contenders.add(new FioContender(program, plan, home));
            contenders.add(new FioNewFileContender(program, plan, home));
          });
      others.forEach(other -> contenders.add(new EngineContender(other, plan, home, time)));
      StoreResults results = new StoreSuite(plan, contenders, loops.pool(), seed).run(progress);
      return StoreReport.of(results);
    } finally {
      contenders.forEach(StoreContender::close);
      FolderTree.delete(home);
    }
  }
}
