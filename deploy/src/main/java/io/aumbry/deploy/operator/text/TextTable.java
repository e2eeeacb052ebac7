package io.aumbry.deploy.operator.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Text in aligned columns. Used by one thread.
 *
 * <p>A heading that starts with {@code >} right-aligns its column.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> lines = new ArrayList<>();
  private final List<Boolean> numbers;

  public TextTable(String... heads) {
    numbers = List.of(heads).stream().map(head -> head.startsWith(">")).toList();
    lines.add(List.of(heads).stream().map(head -> head.replaceFirst("^>", "")).toList());
  }

  public void add(Object... cells) {
    if (cells.length != numbers.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + numbers.size() + " columns");
    }
    lines.add(List.of(cells).stream().map(String::valueOf).toList());
  }

  public boolean isEmpty() {
    return lines.size() == 1;
  }

  /** The heading and all lines, without trailing spaces. */
  public List<String> lines() {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < numbers.size(); column++) {
      int at = column;
      widths.add(lines.stream().mapToInt(line -> line.get(at).length()).max().orElse(0));
    }
    return lines.stream().map(line -> layOut(line, widths)).toList();
  }

  private String layOut(List<String> line, List<Integer> widths) {
    StringBuilder text = new StringBuilder();
    for (int column = 0; column < line.size(); column++) {
      String padding = " ".repeat(widths.get(column) - line.get(column).length());
      text.append(column == 0 ? "" : GAP);
      text.append(numbers.get(column) ? padding + line.get(column) : line.get(column) + padding);
    }
    return text.toString().stripTrailing();
  }
}
