package io.aumbry.bench.network;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The report as Markdown, without its charts. */
final class MarkdownReport {
  private MarkdownReport() {}

  static String of(List<Section> sections) {
    return sections.stream().map(MarkdownReport::of).collect(Collectors.joining("\n"));
  }

  private static String of(Section section) {
    StringBuilder out = new StringBuilder("### " + section.title() + "\n");
    section.paragraphs().forEach(text -> out.append('\n').append(text).append('\n'));
    section.tables().forEach(table -> out.append('\n').append(of(table)));
    return out.toString();
  }

  private static String of(Table table) {
    StringBuilder out = new StringBuilder(line(table.heads()));
    int numbers = table.heads().size() - table.words();
    out.append('|')
        .append(String.join("", Collections.nCopies(table.words(), "---|")))
        .append(String.join("", Collections.nCopies(numbers, "--:|")))
        .append('\n');
    table.lines().forEach(cells -> out.append(line(cells)));
    return out.toString();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
