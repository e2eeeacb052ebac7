package io.aumbry.cluster.maintenance.machine;

import io.aumbry.protocol.runtime.PrintableText;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * The conditions that a machine must meet after its upgrade.
 *
 * @param version of all of its processes; empty for any
 * @param anyHardware whether its hardware may be worse than before
 */
public record MachineRule(Optional<String> version, boolean anyHardware) {
  /** Any version, and hardware that is no worse than before. */
  public static final MachineRule DEFAULT = new MachineRule(Optional.empty(), false);

  /** A machine that NTP synchronises is much closer. */
  public static final Duration CLOCK_ERROR = Duration.ofSeconds(1);

  private static final int LONGEST_VERSION = 100;
  private static final double MILLIS_PER_SECOND = 1000;

  public MachineRule {
    version.ifPresent(text -> {
      boolean isVersion =
          PrintableText.isPrintable(text) && !text.isBlank() && text.length() <= LONGEST_VERSION;
      if (!isVersion) {
        throw new IllegalArgumentException(
            "version '%s' is not valid (1 to %d printable characters)"
                .formatted(PrintableText.of(text), LONGEST_VERSION));
      }
    });
  }

  /**
   * The reason why a machine is not as it must be, or empty.
   *
   * @param before the machine before the upgrade
   */
  public Optional<String> problem(Machine now, MachineBefore before) {
    return missingProcess(now, before)
        .or(() -> otherVersion(now))
        .or(() -> wrongClock(now))
        .or(() -> anyHardware ? Optional.empty() : worse(now, before.hardware()));
  }

  /** A process that stops in order leaves nothing behind, so only the comparison shows it. */
  private static Optional<String> missingProcess(Machine now, MachineBefore before) {
    return before.processes().stream()
        .filter(kind -> !now.processes().contains(kind))
        .min(Comparator.naturalOrder())
        .map(kind -> "its " + kind + " is not back");
  }

  private Optional<String> otherVersion(Machine now) {
    return version.flatMap(wanted ->
        now.versions().stream()
            .filter(its -> !its.equals(wanted))
            .findFirst()
            .map(its -> "it runs version %s instead of %s".formatted(its, wanted)));
  }

  private static Optional<String> wrongClock(Machine now) {
    if (now.clockErrorMillis().isEmpty()) {
      return Optional.of("its clock is not known, because it answers slowly");
    }
    long error = now.clockErrorMillis().getAsLong();
    return Math.abs(error) > CLOCK_ERROR.toMillis()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "its clock is %.1f s %s",
                Math.abs(error) / MILLIS_PER_SECOND,
                error > 0 ? "ahead" : "behind"))
        : Optional.empty();
  }

  /** A node of an earlier build says nothing about its hardware. */
  private static Optional<String> worse(Machine now, Optional<Hardware> before) {
    return before.flatMap(was -> now.hardware().flatMap(is -> is.worseThan(was)));
  }
}
