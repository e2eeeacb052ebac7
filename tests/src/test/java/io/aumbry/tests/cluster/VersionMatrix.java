package io.aumbry.tests.cluster;

import io.aumbry.deploy.operator.text.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cells of a matrix of two builds, in the order in which they were run, and their results. */
final class VersionMatrix {
  private static final int LONGEST_REASON = 200;

  private final PrintStream progress;
  private final List<Row> rows = new ArrayList<>();
  private String missing = "";

  /**
   * One trial of the two builds.
   *
   * @param builds which process is of which build
   */
  record Cell(String area, String what, String builds) {}

  /** The work of a cell. It fails by throwing. */
  interface Work {
    void run() throws Exception;
  }

  private enum Result {
    PASSED,
    FAILED,
    NOT_RUN;

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private record Row(Cell cell, Result result, String reason) {
    @Override
    public String toString() {
      String text =
          "%s: %s: %s, %s".formatted(result.word(), cell.area(), cell.what(), cell.builds());
      return reason.isEmpty() ? text : text + ": " + reason;
    }
  }

  /**
   * A matrix without cells.
   *
   * @param progress gets each result at once, with the stack of a failure
   */
  VersionMatrix(PrintStream progress) {
    this.progress = progress;
  }

  /** From now on, cells do not need those before. */
  void begin() {
    missing = "";
  }

  /** Runs a cell that later ones do not need. */
  void run(Cell cell, Work work) {
    add(cell, work);
  }

  /** Runs a cell without which later ones make no sense. If it fails, they are not run. */
  void require(Cell cell, Work work) {
    if (add(cell, work).result() == Result.FAILED) {
      missing = "needs: " + cell.what() + ", " + cell.builds();
    }
  }

  private Row add(Cell cell, Work work) {
    Row row = missing.isEmpty() ? tried(cell, work) : new Row(cell, Result.NOT_RUN, missing);
    rows.add(row);
    progress.println(row);
    return row;
  }

  private Row tried(Cell cell, Work work) {
    try {
      work.run();
      return new Row(cell, Result.PASSED, "");
    } catch (Exception | AssertionError failure) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      failure.printStackTrace(progress);
      return new Row(cell, Result.FAILED, reason(failure));
    }
  }

  /** The beginning of the message, in one line. */
  private static String reason(Throwable failure) {
    String text = ("" + failure.getMessage()).strip().replaceAll("\\s+", " ");
    String whole =
        failure instanceof AssertionError ? text : failure.getClass().getSimpleName() + ": " + text;
    return whole.length() <= LONGEST_REASON ? whole : whole.substring(0, LONGEST_REASON) + "…";
  }

  boolean hasPassed() {
    return !rows.isEmpty() && count(Result.PASSED) == rows.size();
  }

  private long count(Result result) {
    return rows.stream().filter(row -> row.result() == result).count();
  }

  /** The table, and a last line that counts the results. */
  List<String> lines() {
    TextTable table = new TextTable("area", "cell", "builds", "result", "reason");
    for (Row row : rows) {
      Cell cell = row.cell();
      table.add(cell.area(), cell.what(), cell.builds(), row.result().word(), row.reason());
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    lines.add(
        "%d cells: %d passed, %d failed, %d not run"
            .formatted(
                rows.size(), count(Result.PASSED), count(Result.FAILED), count(Result.NOT_RUN)));
    return lines;
  }
}
