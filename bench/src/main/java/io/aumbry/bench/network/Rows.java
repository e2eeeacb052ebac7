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
   * The row of that number.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Row of(int number) {
    return ALL.stream()
        .filter(row -> row.number() == number)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("row " + number + ", must be of " + numbers()));
  }
}
