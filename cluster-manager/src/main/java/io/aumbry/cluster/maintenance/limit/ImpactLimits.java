package io.aumbry.cluster.maintenance.limit;

import io.aumbry.protocol.runtime.Bounds;

/**
 * The most that maintenance may take from a data centre at a time.
 *
 * @param mostPercent of the storage nodes of the data centre, and of their capacity, that may be
 *     down together
 * @param mostInZonePercent of the storage nodes of a fault zone, and of their capacity, that may be
 *     down together
 */
public record ImpactLimits(int mostPercent, int mostInZonePercent) {
  public static final int ALL = 100;

  public ImpactLimits {
    Bounds.check("percent of a data centre", mostPercent, 1, ALL);
    Bounds.check("percent of a zone", mostInZonePercent, 1, ALL);
  }
}
