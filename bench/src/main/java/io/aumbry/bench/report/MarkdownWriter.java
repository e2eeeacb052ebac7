package io.aumbry.bench.report;

import io.aumbry.bench.report.Report.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a report as Markdown. A dash stands for a missing number. */
final class MarkdownWriter {
  private static final String MISSING = "–";

  private MarkdownWriter() {}

  static String write(Report report) {
    return report.sections().stream()
        .map(MarkdownWriter::section)
        .collect(Collectors.joining("\n"));
  }

  private static String section(Section section) {
    List<String> parts = new ArrayList<>();
    if (!section.title().isEmpty()) {
      parts.add("### " + section.title() + "\n");
    }
    section.paragraphs().forEach(text -> parts.add(text + "\n"));
    section.tables().stream()
        .filter(Table::isForPeople)
        .map(MarkdownWriter::table)
        .forEach(parts::add);
    return String.join("\n", parts);
  }

  private static String table(Table table) {
    StringBuilder out =
        new StringBuilder(line(table.heads().stream().map(Table.Head::title).toList()));
    out.append('|');
    table
        .rows()
        .getFirst()
        .forEach(cell -> out.append(cell instanceof Cell.Text ? "---|" : "--:|"));
    out.append('\n');
    for (List<Cell> row : table.rows()) {
      out.append(
          line(
              IntStream.range(0, row.size())
                  .mapToObj(i -> text(row.get(i), table.heads().get(i).digits()))
                  .toList()));
    }
    return out.toString();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String text(Cell cell, int digits) {
    return switch (cell) {
      case Cell.Text(String text) -> text;
      case Cell.Count(long value) -> Long.toString(value);
      case Cell.Real(double value) ->
          Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : MISSING;
    };
  }
}
