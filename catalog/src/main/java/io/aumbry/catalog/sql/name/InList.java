package io.aumbry.catalog.sql.name;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/**
 * The parameters of an IN list. Their number is a power of two, so that a connection prepares few
 * different statements. The last value fills the rest.
 */
record InList(Collection<byte[]> values) {
  /** The text of the list, in brackets. */
  String text() {
    return "(?" + ",?".repeat(size() - 1) + ")";
  }

  /** Sets the parameters from {@code first} on, and returns the index of the next one. */
  int bind(PreparedStatement statement, int first) throws SQLException {
    int index = first;
    byte[] last = {};
    for (byte[] value : values) {
      statement.setBytes(index++, value);
      last = value;
    }
    int end = first + size();
    while (index < end) {
      statement.setBytes(index++, last);
    }
    return end;
  }

  private int size() {
    int count = Math.max(1, values.size());
    int power = Integer.highestOneBit(count);
    return power == count ? count : power * 2;
  }
}
