package io.aumbry.bench.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.deploy.json.JsonText;
import java.io.IOException;
import java.util.List;

/**
 * Writes a report as JSON: an array of sections, each with its tables by name, each table an array
 * of objects with a field for each column. A missing number has no field.
 */
final class JsonWriter {
  private final JsonGenerator json;

  private JsonWriter(JsonGenerator json) {
    this.json = json;
  }

  static String write(Report report) {
    return JsonText.of(json -> new JsonWriter(json).sections(report.sections()));
  }

  private void sections(List<Section> sections) throws IOException {
    json.writeStartArray();
    for (Section section : sections) {
      json.writeStartObject();
      json.writeStringField("title", section.title());
      for (Table table : section.tables()) {
        table(table);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void table(Table table) throws IOException {
    json.writeArrayFieldStart(table.name());
    for (List<Cell> row : table.rows()) {
      json.writeStartObject();
      for (int i = 0; i < row.size(); i++) {
        cell(table.heads().get(i).key(), row.get(i));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void cell(String key, Cell cell) throws IOException {
    switch (cell) {
      case Cell.Text(String text) -> json.writeStringField(key, text);
      case Cell.Count(long value) -> json.writeNumberField(key, value);
      case Cell.Real(double value) -> {
        if (Double.isFinite(value)) {
          json.writeNumberField(key, value);
        }
      }
    }
  }
}
