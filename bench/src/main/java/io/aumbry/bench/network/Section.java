package io.aumbry.bench.network;

import java.util.List;

/** What a report says of one row, in whatever form it is written. */
record Section(String title, List<String> paragraphs, List<Table> tables, List<BarChart> charts) {
  Section {
    paragraphs = List.copyOf(paragraphs);
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
  }
}
