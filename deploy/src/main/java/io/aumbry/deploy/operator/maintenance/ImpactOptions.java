package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.protocol.runtime.Bounds;
import picocli.CommandLine.Option;

/** The options that limit the impact of maintenance. */
public final class ImpactOptions {
  @Option(
      names = "--most",
      paramLabel = "PERCENT",
      defaultValue = "34",
      description =
          "Limit of the storage nodes of a data centre, and of their capacity, that are down"
              + " together, rounded down to whole nodes (default: ${DEFAULT-VALUE}).")
  private int most = 34;

  @Option(
      names = "--most-in-zone",
      paramLabel = "PERCENT",
      defaultValue = "100",
      description =
          "Limit of the storage nodes of a fault zone, and of their capacity, that are down"
              + " together, rounded down to whole nodes, but always one (default:"
              + " ${DEFAULT-VALUE}).")
  private int mostInZone = ImpactLimits.ALL;

  /**
   * The limits of the command line.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  public ImpactLimits limits() {
    Bounds.check("--most", most, 1, ImpactLimits.ALL);
    Bounds.check("--most-in-zone", mostInZone, 1, ImpactLimits.ALL);
    return new ImpactLimits(most, mostInZone);
  }
}
