package io.aumbry.bench.network;

import java.util.List;

/** All comparisons. */
final class Rows {
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
          new BesideRow());

  private Rows() {}

  static List<Integer> numbers() {
    return ALL.stream().map(Row::number).toList();
  }

  /**
   * @throws IllegalArgumentException when there is no such row
   */
  static Row of(int number) {
    return ALL.stream()
        .filter(row -> row.number() == number)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("row must be one of " + numbers() + ", not " + number));
  }
}
