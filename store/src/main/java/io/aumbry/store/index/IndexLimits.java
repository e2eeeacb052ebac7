package io.aumbry.store.index;

import io.aumbry.config.Default;
import io.aumbry.protocol.runtime.Bounds;

/**
 * Sizes of an index.
 *
 * @param activeEntries entries of a full part
 * @param mergeFanIn segments of one level that are merged
 * @param mostUnsealed full parts that may wait before the writer itself writes them
 */
public record IndexLimits(
    @Default("131072") int activeEntries,
    @Default("" + IndexLimits.FAN_IN) int mergeFanIn,
    @Default("" + IndexLimits.UNSEALED) int mostUnsealed) {
  /** Measured in {@code docs/performance.md}. */
  static final int FAN_IN = 8;

  private static final int UNSEALED = 4;

  public IndexLimits {
    Bounds.check("activeIndexEntries", activeEntries, 4, 1 << 24);
    Bounds.check("mergeFanIn", mergeFanIn, 2, 64);
    Bounds.check("mostUnsealed", mostUnsealed, 1, 64);
  }

  public static IndexLimits ofParts(int activeEntries) {
    return new IndexLimits(activeEntries, FAN_IN, UNSEALED);
  }
}
