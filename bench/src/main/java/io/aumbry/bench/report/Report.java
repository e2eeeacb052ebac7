package io.aumbry.bench.report;

import java.util.List;

/** The result of a benchmark. */
public record Report(List<Section> sections) {
  public Report {
    sections = List.copyOf(sections);
  }

  /**
   * A part of a report.
   *
   * @param title empty for a report of one section
   * @param paragraphs explanations and findings, shown before the tables
   */
  public record Section(String title, List<String> paragraphs, List<Table> tables) {
    public Section {
      paragraphs = List.copyOf(paragraphs);
      tables = List.copyOf(tables);
    }

    /** Creates a section of tables only. */
    public static Section of(Table... tables) {
      return new Section("", List.of(), List.of(tables));
    }
  }

  /**
   * Returns the report for people, as Markdown. It omits empty tables and tables for programs only.
   */
  public String markdown() {
    return MarkdownWriter.write(this);
  }

  /** Returns the report for programs, as JSON. It contains every table with unrounded numbers. */
  public String json() {
    return ReportJson.write(this);
  }
}
