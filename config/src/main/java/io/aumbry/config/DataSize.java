package io.aumbry.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written with a binary unit: {@code 4 MiB}. */
public record DataSize(long bytes) implements Comparable<DataSize> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18}) ?(B|KiB|MiB|GiB|TiB)");
  private static final Map<String, Integer> SHIFTS =
      Map.of("B", 0, "KiB", 10, "MiB", 20, "GiB", 30, "TiB", 40);
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes, must be 0 or more");
    }
  }

  /** Reads {@code 512 KiB} or {@code 512KiB}. */
  public static DataSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size such as 512 KiB (B, KiB, MiB, GiB, TiB)");
    }
    long count = Long.parseLong(matcher.group(1));
    int shift = SHIFTS.getOrDefault(matcher.group(2), 0);
    if (count > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("'" + text + "' is more than 8 EiB");
    }
    return new DataSize(count << shift);
  }

  @Override
  public int compareTo(DataSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** Uses the largest unit without a fraction. */
  @Override
  public String toString() {
    int unit = 0;
    long count = bytes;
    while (unit < UNITS.length - 1 && count != 0 && count % 1024 == 0) {
      count /= 1024;
      unit++;
    }
    return count + " " + UNITS[unit];
  }
}
