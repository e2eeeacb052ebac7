package io.aumbry.deploy.simulate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A selection of the numbered parts of a run: all, or a list such as {@code 0,4-7}. */
public final class NumberSet {
  private static final Pattern PART = Pattern.compile("\\d{1,7}(-\\d{1,7})?");

  /** Empty stands for all. */
  private final Optional<BitSet> chosen;

  private NumberSet(Optional<BitSet> chosen) {
    this.chosen = chosen;
  }

  public static NumberSet all() {
    return new NumberSet(Optional.empty());
  }

  static NumberSet of(BitSet chosen) {
    return new NumberSet(Optional.of((BitSet) chosen.clone()));
  }

  /**
   * Reads a list. An empty list selects nothing.
   *
   * @throws IllegalArgumentException if the list is malformed
   */
  static NumberSet parse(String list) {
    BitSet chosen = new BitSet();
    for (String part : list.isBlank() ? new String[0] : list.split(",", -1)) {
      if (!PART.matcher(part).matches()) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a number or a range of numbers");
      }
      String[] ends = part.split("-", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (last < first) {
        throw new IllegalArgumentException("\"" + part + "\" ends before its start");
      }
      chosen.set(first, last + 1);
    }
    return of(chosen);
  }

  boolean isAll() {
    return chosen.isEmpty();
  }

  public boolean contains(int number) {
    return chosen.map(set -> set.get(number)).orElse(true);
  }

  /** Whether this number or a later one is selected. */
  public boolean goesOnFrom(int number) {
    return chosen.map(set -> set.nextSetBit(number) >= 0).orElse(true);
  }

  @Override
  public String toString() {
    return chosen.map(NumberSet::ranges).orElse("all");
  }

  private static String ranges(BitSet set) {
    List<String> ranges = new ArrayList<>();
    for (int first = set.nextSetBit(0); first >= 0; ) {
      int end = set.nextClearBit(first);
      ranges.add(end - 1 == first ? "" + first : first + "-" + (end - 1));
      first = set.nextSetBit(end);
    }
    return String.join(",", ranges);
  }
}
