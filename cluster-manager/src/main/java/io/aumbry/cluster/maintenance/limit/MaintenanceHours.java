package io.aumbry.cluster.maintenance.limit;

import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The hours of the day, in UTC, in which batches begin.
 *
 * @param windows in any order, which may overlap. None for any time
 */
public record MaintenanceHours(List<Window> windows) {
  public static final MaintenanceHours ANY = new MaintenanceHours(List.of());

  private static final int MOST_WINDOWS = 20;
  private static final int HOUR = 60;
  private static final int DAY = 24 * HOUR;
  private static final long MINUTE_MILLIS = Duration.ofMinutes(1).toMillis();
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final Pattern WINDOW =
      Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)-([01]\\d|2[0-4]):([0-5]\\d)");

  /**
   * A part of the day. It goes on after midnight if its end is not after its begin.
   *
   * @param from its first minute of the day
   * @param to the first minute of the day after it
   */
  public record Window(int from, int to) {
    public Window {
      Bounds.check("begin of hours", from, 0, DAY - 1L);
      Bounds.check("end of hours", to, 0, DAY);
      if (from == to) {
        throw new IllegalArgumentException("'" + text(from, to) + "' is empty");
      }
    }

    private boolean has(long minute) {
      return from < to ? minute >= from && minute < to : minute >= from || minute < to;
    }

    @Override
    public String toString() {
      return text(from, to);
    }

    private static String text(int from, int to) {
      return String.format(
          Locale.ROOT, "%02d:%02d-%02d:%02d", from / HOUR, from % HOUR, to / HOUR, to % HOUR);
    }
  }

  public MaintenanceHours {
    windows = List.copyOf(windows);
    Bounds.check("number of windows", windows.size(), 0, MOST_WINDOWS);
  }

  /**
   * Reads hours such as {@code 22:00-06:00,12:00-13:30}.
   *
   * @throws IllegalArgumentException if a window is empty or malformed
   */
  public static MaintenanceHours parse(String text) {
    try {
      return new MaintenanceHours(
          Arrays.stream(text.split(",", -1)).map(MaintenanceHours::window).toList());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "hours '%s' are not valid: %s".formatted(text, e.getMessage()), e);
    }
  }

  private static Window window(String text) {
    Matcher matcher = WINDOW.matcher(text);
    boolean isWindow = matcher.matches();
    int to = isWindow ? minute(matcher, 3) : 0;
    if (!isWindow || to > DAY) {
      throw new IllegalArgumentException(
          "'%s' is not FROM-TO in UTC, such as 22:00-06:00".formatted(text));
    }
    return new Window(minute(matcher, 1), to);
  }

  private static int minute(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group)) * HOUR
        + Integer.parseInt(matcher.group(group + 1));
  }

  /** The time at which the next window begins, or empty within a window. */
  public OptionalLong opensAt(long nowMillis) {
    long today = nowMillis - Math.floorMod(nowMillis, DAY_MILLIS);
    long minute = (nowMillis - today) / MINUTE_MILLIS;
    if (windows.stream().anyMatch(window -> window.has(minute))) {
      return OptionalLong.empty();
    }
    return windows.stream()
        .mapToLong(window -> today + window.from() * MINUTE_MILLIS)
        .map(begin -> begin > nowMillis ? begin : begin + DAY_MILLIS)
        .min();
  }

  @Override
  public String toString() {
    return windows.stream().map(Window::toString).collect(Collectors.joining(","));
  }
}
