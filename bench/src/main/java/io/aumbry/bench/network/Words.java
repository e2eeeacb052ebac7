package io.aumbry.bench.network;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Numbers in one line, for messages between processes. */
record Words(List<String> all) {
  Words {
    all = List.copyOf(all);
  }

  static Words of(Number... numbers) {
    return new Words(List.of(numbers).stream().map(Number::toString).toList());
  }

  Words and(Words more) {
    List<String> both = new ArrayList<>(all);
    both.addAll(more.all);
    return new Words(both);
  }

  String line() {
    return String.join(" ", all);
  }

  static Reader reader(String line) {
    return new Reader(List.of(line.split(" ", -1)).iterator());
  }

  /** Reads the numbers of a line in order. */
  record Reader(Iterator<String> left) {
    long nextLong() {
      return Long.parseLong(left.next());
    }

    double nextDouble() {
      return Double.parseDouble(left.next());
    }
  }
}
