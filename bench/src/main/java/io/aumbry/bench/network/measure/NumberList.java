package io.aumbry.bench.network.measure;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Numbers in one line, for messages between processes. */
public record NumberList(List<String> all) {
  public NumberList {
    all = List.copyOf(all);
  }

  static NumberList of(Number... numbers) {
    return new NumberList(List.of(numbers).stream().map(Number::toString).toList());
  }

  NumberList and(NumberList more) {
    List<String> both = new ArrayList<>(all);
    both.addAll(more.all);
    return new NumberList(both);
  }

  public String line() {
    return String.join(" ", all);
  }

  public static Reader reader(String line) {
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
