package io.aumbry.bench.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.config.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a report as JSON: an array of sections, each with its tables by name. A table is an array
 * of objects with a field for each column. A missing number has no field.
 */
final class ReportJson {
  private ReportJson() {}

  /** A section, with each table as a field. */
  private record Document(
      String title, @JsonAnyGetter Map<String, List<Map<String, Cell>>> tables) {
    static Document of(Section section) {
      Map<String, List<Map<String, Cell>>> tables = new LinkedHashMap<>();
      for (Table table : section.tables()) {
        tables.put(table.name(), table.rows().stream().map(row -> fields(table, row)).toList());
      }
      return new Document(section.title(), tables);
    }
  }

  static String write(Report report) {
    return JsonWriter.SNAKE_CASE.indented(report.sections().stream().map(Document::of).toList());
  }

  private static Map<String, Cell> fields(Table table, List<Cell> row) {
    Map<String, Cell> fields = new LinkedHashMap<>();
    for (int i = 0; i < row.size(); i++) {
      if (!(row.get(i) instanceof Cell.Real(double value)) || Double.isFinite(value)) {
        fields.put(table.heads().get(i).key(), row.get(i));
      }
    }
    return fields;
  }
}
