package io.aumbry.deploy.operator.text;

import io.aumbry.protocol.cluster.DataCenter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Formats numbers, times and names for people. */
public final class NumberText {
  private static final List<String> SIZES = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
  private static final int MOST_NAMES = 8;

  private NumberText() {}

  /** About three digits. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < SIZES.size() - 1) {
      value /= 1024;
      unit++;
    }
    int digits = unit == 0 || value >= 100 ? 0 : 1;
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, SIZES.get(unit));
  }

  public static String span(long millis) {
    long seconds = Math.max(0, millis) / 1000;
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", Math.max(0, millis) / 1000.0);
    } else if (seconds < 120) {
      return seconds + " s";
    } else if (seconds < 2 * 3600) {
      return seconds / 60 + " min";
    } else if (seconds < 2 * 86_400) {
      return seconds / 3600 + " h";
    }
    return seconds / 86_400 + " d";
  }

  /** How long ago an event was, or {@code unknown}. */
  public static String ago(OptionalLong millis, String unknown) {
    return millis.isPresent() ? span(millis.getAsLong()) + " ago" : unknown;
  }

  /** The error of an unreachable data centre. */
  public static String unseen(DataCenter place, String why) {
    return "data centre " + place.name() + " is unreachable: " + why;
  }

  public static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** A list, cut after {@value #MOST_NAMES} names. */
  public static String names(Collection<?> names) {
    String some =
        names.stream().limit(MOST_NAMES).map(String::valueOf).collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return more > 0 ? some + " and " + more + " more" : some;
  }
}
