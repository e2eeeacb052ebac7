package io.aumbry.bench.network;

import java.util.List;
import java.util.stream.Collectors;

/** The report as one HTML file that needs nothing else: tables, and charts as inline SVG. */
final class HtmlReport {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <title>aumbry bench network</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 76em; margin: 2em auto; padding: 0 1em; }
      table { border-collapse: collapse; margin: 1em 0; font-size: 13px; }
      th, td { padding: .2em .7em; border-bottom: 1px solid #ddd; text-align: left; }
      td.number { text-align: right; font-variant-numeric: tabular-nums; }
      figure { display: inline-block; vertical-align: top; margin: 1em 1em 0 0; }
      figcaption { font-weight: 600; font-size: 13px; }
      </style>
      </head>
      <body>
      <h1>aumbry bench network</h1>
      <p>Medians of the rounds; each ratio is the median of the ratios of the rounds. Client and server
      are a process each, over loopback. CPU without the JIT compiler's.</p>
      """;

  private static final String FOOT = "</body>\n</html>\n";

  private HtmlReport() {}

  static String of(List<Section> sections) {
    return HEAD + sections.stream().map(HtmlReport::of).collect(Collectors.joining("\n")) + FOOT;
  }

  private static String of(Section section) {
    StringBuilder out = new StringBuilder("<h2>" + escaped(section.title()) + "</h2>\n");
    section.paragraphs().forEach(text -> out.append("<p>" + escaped(text) + "</p>\n"));
    section
        .charts()
        .forEach(chart ->
            out.append("<figure><figcaption>" + escaped(chart.title()) + "</figcaption>\n")
                .append(SvgBars.of(chart))
                .append("</figure>\n"));
    section.tables().forEach(table -> out.append(of(table)));
    return out.toString();
  }

  private static String of(Table table) {
    StringBuilder out = new StringBuilder("<table>\n<tr>");
    table.heads().forEach(head -> out.append("<th>" + escaped(head) + "</th>"));
    out.append("</tr>\n");
    for (List<String> cells : table.lines()) {
      out.append("<tr>");
      for (int i = 0; i < cells.size(); i++) {
        out.append(i < table.words() ? "<td>" : "<td class=\"number\">")
            .append(escaped(cells.get(i)))
            .append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.append("</table>\n").toString();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
