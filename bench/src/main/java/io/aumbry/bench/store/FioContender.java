package io.aumbry.bench.store;

import io.aumbry.bench.store.StoreCell.Kind;
import io.aumbry.bench.store.engine.Blobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The disk itself, measured by fio under a similar load. The file is written before and is in the
 * page cache.
 */
final class FioContender implements StoreContender {
  static final String NAME = "fio";

  private static final int SECTOR = 4096;

  private final FioProgram program;
  private final StorePlan plan;
  private final Path file;
  private final long fileBytes;
  private final PageCache pages = new PageCache();

  FioContender(FioProgram program, StorePlan plan, Path home) {
    this.program = program;
    this.plan = plan;
    this.file = home.resolve("fio.file");
    this.fileBytes =
        Math.max(
            plan.dataSetBytes(), 16L * plan.sizes().stream().mapToInt(i -> i).max().orElseThrow());
  }

  @Override
  public String name() {
    return NAME;
  }

  /** fio knows neither ages of blobs nor deletes. */
  @Override
  public boolean measures(Kind kind) {
    return switch (kind) {
      case APPEND, READ_UNIFORM, READ_UNCACHED -> true;
      case READ_WRITTEN, READ_RECENT, READ_HALF, READ_COMPACTING, READ_COMPACTING_FREELY -> false;
    };
  }

  /** Writes the file of all measurements durably, if it is missing. */
  @Override
  public void prepare(Blobs blobs) {
    if (!Files.exists(file)) {
      run(List.of("--rw=write", "--bs=1m", "--end_fsync=1"));
    }
  }

  @Override
  public StoreMeasurement measure(StoreCell cell, long appendsPerSync) {
    if (cell.kind() == Kind.READ_UNIFORM) {
      pages.load(file);
    }
    List<String> options = new ArrayList<>(timed());
    options.addAll(options(cell, appendsPerSync));
    FioOutput output = run(options);
    return cell.kind() == Kind.APPEND ? output.writes() : output.reads();
  }

  /** The options of one measurement, besides its length. */
  static List<String> options(StoreCell cell, long appendsPerSync) {
    return switch (cell.kind()) {
      case APPEND ->
          List.of(
              "--rw=write",
              "--overwrite=1",
              "--bs=" + cell.size(),
              "--fdatasync=" + appendsPerSync);
      case READ_WRITTEN,
          READ_UNIFORM,
          READ_RECENT,
          READ_HALF,
          READ_COMPACTING,
          READ_COMPACTING_FREELY ->
          reads(cell, "--bs=" + cell.size(), "--invalidate=0");
      case READ_UNCACHED -> reads(cell, "--bs=" + sectors(cell.size()), "--direct=1");
    };
  }

  private static List<String> reads(StoreCell cell, String size, String caching) {
    return List.of(
        "--rw=randread",
        "--norandommap",
        size,
        caching,
        "--numjobs=" + cell.callers(),
        "--thread",
        "--group_reporting");
  }

  /** Direct reads must be whole sectors. */
  private static int sectors(int size) {
    return (size + SECTOR - 1) / SECTOR * SECTOR;
  }

  private List<String> timed() {
    return List.of(
        "--time_based",
        "--runtime=" + FioProgram.millis(plan.duration()),
        "--ramp_time=" + FioProgram.millis(plan.warmUp()));
  }

  private FioOutput run(List<String> options) {
    return program.run(file, fileBytes, options);
  }

  @Override
  public void close() {
    FioProgram.remove(file);
  }
}
