package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.VersionMatrix.Cell;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VersionMatrixTest {
  private static final Cell FIRST = new Cell("a", "first", "old to new");
  private static final Cell SECOND = new Cell("a", "second", "old to new");
  private static final Cell THIRD = new Cell("b", "third", "new to old");

  private final VersionMatrix matrix =
      new VersionMatrix(new PrintStream(OutputStream.nullOutputStream()));

  private static void failing() {
    throw new AssertionError("\n[a blob] \nExpecting: 410\n");
  }

  @Test
  void aMatrixWithoutCellsHasNotPassed() {
    assertThat(matrix.hasPassed()).isFalse();
  }

  @Test
  void aMatrixHasPassedIfAllCellsHave() {
    matrix.run(FIRST, () -> {});
    matrix.require(SECOND, () -> {});
    assertThat(matrix.hasPassed()).isTrue();
    assertThat(matrix.lines())
        .containsExactly(
            "area  cell    builds      result  reason",
            "a     first   old to new  passed",
            "a     second  old to new  passed",
            "",
            "2 cells: 2 passed, 0 failed, 0 not run");
  }

  @Test
  void aFailureHasItsReasonInOneLineAndOthersGoOn() {
    matrix.run(FIRST, VersionMatrixTest::failing);
    matrix.run(
        SECOND,
        () -> {
          throw new IOException("no connection");
        });
    matrix.run(THIRD, () -> {});
    assertThat(matrix.hasPassed()).isFalse();
    assertThat(matrix.lines())
        .contains(
            "a     first   old to new  failed  [a blob] Expecting: 410",
            "a     second  old to new  failed  IOException: no connection",
            "b     third   new to old  passed",
            "3 cells: 1 passed, 2 failed, 0 not run");
  }

  @Test
  void withoutARequiredCellTheOthersAreNotRunUntilTheNextBegins() {
    AtomicInteger runs = new AtomicInteger();
    matrix.require(FIRST, VersionMatrixTest::failing);
    matrix.run(SECOND, runs::incrementAndGet);
    matrix.require(SECOND, runs::incrementAndGet);
    assertThat(runs).hasValue(0);
    matrix.begin();
    matrix.run(THIRD, runs::incrementAndGet);
    assertThat(runs).hasValue(1);
    assertThat(matrix.hasPassed()).isFalse();
    assertThat(matrix.lines())
        .contains(
            "a     second  old to new  not run  needs: first, old to new",
            "4 cells: 1 passed, 1 failed, 2 not run");
  }

  @Test
  void longReasonsAreCut() {
    matrix.run(
        FIRST,
        () -> {
          throw new AssertionError("x".repeat(10_000));
        });
    assertThat(matrix.lines()).allMatch(line -> line.length() < 300);
  }
}
