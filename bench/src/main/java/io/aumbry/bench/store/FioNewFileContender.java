package io.aumbry.bench.store;

import io.aumbry.bench.store.StoreCell.Kind;
import io.aumbry.bench.store.engine.Blobs;
import java.nio.file.Path;
import java.util.List;

/**
 * fio's writes to a new file, as a log is: its blocks are allocated but unwritten, and its pages
 * are not in the cache. It ends before it would wrap around.
 */
final class FioNewFileContender implements StoreContender {
  static final String NAME = "fio, new file";

  private final FioProgram program;
  private final StorePlan plan;
  private final Path file;

  FioNewFileContender(FioProgram program, StorePlan plan, Path home) {
    this.program = program;
    this.plan = plan;
    this.file = home.resolve("fio-new.file");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean measures(Kind kind) {
    return kind == Kind.APPEND;
  }

  @Override
  public void prepare(Blobs blobs) {}

  @Override
  public StoreMeasurement measure(StoreCell cell, long appendsPerSync) {
    FioProgram.remove(file);
    long bytes = Math.max(1, plan.appendBytes() / cell.size()) * cell.size();
    StoreMeasurement figures = program.run(file, bytes, options(cell, appendsPerSync)).writes();
    FioProgram.remove(file);
    if (figures.operations() == 0 || figures.bytes() > bytes) {
      throw new IllegalStateException(
          "fio wrote " + figures.bytes() + " bytes to a new file of " + bytes);
    }
    return figures;
  }

  /** There is no ramp time, because it would use up a part of the file and is not needed. */
  private List<String> options(StoreCell cell, long appendsPerSync) {
    return List.of(
        "--rw=write",
        "--fallocate=native",
        "--bs=" + cell.size(),
        "--fdatasync=" + appendsPerSync,
        "--runtime=" + FioProgram.millis(plan.duration()));
  }

  @Override
  public void close() {
    FioProgram.remove(file);
  }
}
