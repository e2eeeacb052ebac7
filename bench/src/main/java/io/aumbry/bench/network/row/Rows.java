package io.aumbry.bench.network.row;

import java.util.List;

/** All comparisons. */
public final class Rows {
  private static final List<Row> ALL =
      List.of(
          new ConnectionsRow(),
          new ProtocolsRow(),
          new WindowsRow(),
          new ChannelsRow(),
          new BalanceRow(),
          new HpackRow(),
          new CarriersRow(),
          new MultiGetRow(),
          new InputOutputRow(),
          new CapacityRow(),
          new InterferenceRow());

  private Rows() {}

  public static List<Integer> numbers() {
    return ALL.stream().map(Row::number).toList();
  }

  /**
   * The row with this number.
   *
   * @throws IllegalArgumentException when there is no such row
   */
  public static Row of(int number) {
    return ALL.stream()
        .filter(row -> row.number() == number)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("row must be one of " + numbers() + ", not " + number));
  }
}
