package io.aumbry.store.index;

import io.aumbry.config.Default;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;

/**
 * Sizes of an index. A part is full when it reaches one of its two limits.
 *
 * @param activeEntries entries of a full part
 * @param activeBytes of log that a full part covers. Each start reads the log behind the last
 *     segment
 * @param mergeFanIn segments of one level that are merged
 * @param mostUnsealed full parts that may wait before the writer itself writes them
 */
public record IndexLimits(
    @Default("131072") int activeEntries,
    @Default("256 MiB") long activeBytes,
    @Default("" + IndexLimits.FAN_IN) int mergeFanIn,
    @Default("4") int mostUnsealed) {
  /** Measured in {@code docs/performance.md}. */
  static final int FAN_IN = 8;

  public IndexLimits {
    Bounds.check("activeIndexEntries", activeEntries, 4, 1 << 24);
    Bounds.check("activeIndexBytes", activeBytes, 4 << 10, 1L << 40);
    Bounds.check("mergeFanIn", mergeFanIn, 2, 64);
    Bounds.check("mostUnsealed", mostUnsealed, 1, 64);
  }

  public static IndexLimits ofParts(int activeEntries) {
    IndexLimits usual = Settings.defaults(IndexLimits.class);
    return new IndexLimits(
        activeEntries, usual.activeBytes(), usual.mergeFanIn(), usual.mostUnsealed());
  }

  boolean isFull(ActiveIndex part) {
    if (part.coveredBytes() >= activeBytes) {
      return true;
    }
    return part.used() >= activeEntries;
  }

  /** Whether a segment costs a clean stop less than the next start needs to read the log. */
  boolean isWorthSealing(ActiveIndex part) {
    return part.used() > activeEntries / 4 || part.coveredBytes() > activeBytes / 16;
  }
}
