package io.aumbry.bench.network;

import static io.aumbry.bench.network.HtmlReport.escaped;

import java.util.List;
import java.util.Locale;

/** A bar chart as SVG: lying bars, and a line where a bar as long as the first one's would end. */
final class SvgBars {
  private static final int WIDTH = 560;
  private static final int NAMES = 210;
  private static final int VALUES = 60;
  private static final int LINE = 17;
  private static final int BAR = 12;
  private static final List<String> COLOURS =
      List.of("#2563a8", "#d9822b", "#3d8f5f", "#8a4fa3", "#b03a48");

  private final StringBuilder out = new StringBuilder();
  private final double longest;
  private int y;

  private SvgBars(double longest) {
    this.longest = longest;
  }

  static String of(BarChart chart) {
    double longest =
        chart.groups().stream()
            .flatMap(group -> group.bars().stream())
            .mapToDouble(BarChart.Bar::value)
            .filter(Double::isFinite)
            .reduce(1, Math::max);
    SvgBars bars = new SvgBars(longest);
    chart.groups().forEach(bars::group);
    return bars.whole();
  }

  private void group(BarChart.Group group) {
    y += LINE;
    text(0, group.name(), " font-weight=\"600\"");
    for (int i = 0; i < group.bars().size(); i++) {
      y += LINE;
      bar(group.bars().get(i), COLOURS.get(i % COLOURS.size()));
    }
  }

  private void bar(BarChart.Bar bar, String colour) {
    text(8, bar.name(), "");
    if (Double.isFinite(bar.value())) {
      double length = length(bar.value());
      out.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
              NAMES,
              y - BAR + 2,
              length,
              BAR,
              colour));
      text(NAMES + (int) length + 4, Table.number(bar.value(), 2), "");
    }
  }

  private double length(double value) {
    return value / longest * (WIDTH - NAMES - VALUES);
  }

  private void text(int x, String text, String style) {
    out.append(
        String.format(
            Locale.ROOT, "<text x=\"%d\" y=\"%d\"%s>%s</text>%n", x, y, style, escaped(text)));
  }

  private String whole() {
    int height = y + LINE / 2;
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"system-ui, sans-serif\" font-size=\"12\">%n",
            WIDTH,
            height)
        + out
        + String.format(
            Locale.ROOT,
            "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"4\" y2=\"%2$d\" stroke=\"#222\""
                + " stroke-dasharray=\"3 3\"/>%n</svg>%n",
            NAMES + length(1),
            height);
  }
}
