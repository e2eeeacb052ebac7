package io.aumbry.cluster.maintenance.limit;

import io.aumbry.protocol.runtime.Bounds;
import java.util.OptionalInt;

/**
 * The most that maintenance may take from a data centre at a time.
 *
 * @param mostPercent of the storage nodes of the data centre, of their capacity, of the frontends
 *     and of the controllers that may be down together
 * @param mostInZonePercent of those of a fault zone that may be down together
 * @param reservePercent of the processors that the storage nodes which remain must have free, or
 *     empty for any load
 * @param evacuates whether all replicas move off a host before, so that they need other places
 */
public record ImpactLimits(
    int mostPercent, int mostInZonePercent, OptionalInt reservePercent, boolean evacuates) {
  public static final int ALL = 100;

  /** Hosts of a batch in a data centre. Their hooks run at the same time on one machine. */
  public static final int MOST_AT_ONCE = 50;

  public ImpactLimits {
    Bounds.check("percent of a data centre", mostPercent, 1, ALL);
    Bounds.check("percent of a zone", mostInZonePercent, 1, ALL);
    reservePercent.ifPresent(percent -> Bounds.check("percent in reserve", percent, 0, ALL - 1));
  }

  /** The limits of hosts whose replicas stay, or have moved already. */
  public ImpactLimits withoutEvacuation() {
    return new ImpactLimits(mostPercent, mostInZonePercent, reservePercent, false);
  }
}
