package io.aumbry.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.report.Report.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportTest {
  private record Run(String name, long requests, double rate) {}

  private static final List<Run> RUNS =
      List.of(new Run("one", 7, 1.23456), new Run("two", 8, Double.NaN));

  private static final List<Column<Run>> COLUMNS =
      List.of(
          Column.text("name", "run", Run::name),
          Column.count("requests", "requests", Run::requests),
          Column.number("rate", "/s", 2, Run::rate));

  private static Report report(Table... tables) {
    return new Report(List.of(new Section("Runs", List.of("Two of them."), List.of(tables))));
  }

  @Test
  void markdownRoundsNumbersAndShowsADashForAMissingOne() {
    assertThat(report(Table.of("runs", RUNS, COLUMNS)).markdown())
        .isEqualTo(
            """
            ### Runs

            Two of them.

            | run | requests | /s |
            |---|--:|--:|
            | one | 7 | 1.23 |
            | two | 8 | – |
            """);
  }

  @Test
  void jsonHasUnroundedNumbersAndOmitsAMissingOne() {
    assertThat(report(Table.of("runs", RUNS, COLUMNS)).json().replaceAll("\\s+", ""))
        .isEqualTo(
            "[{\"title\":\"Runs\",\"runs\":["
                + "{\"name\":\"one\",\"requests\":7,\"rate\":1.23456},"
                + "{\"name\":\"two\",\"requests\":8}]}]");
  }

  @Test
  void onlyProgramsSeeATableForPrograms() {
    Report report = report(Table.forPrograms("runs", RUNS, COLUMNS));
    assertThat(report.markdown()).doesNotContain("| one |");
    assertThat(report.json()).contains("\"one\"");
  }

  @Test
  void anEmptyTableIsNotShown() {
    assertThat(report(Table.of("runs", List.of(), COLUMNS)).markdown()).doesNotContain("|");
  }
}
