package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.deploy.operator.option.HoursConverter;
import io.aumbry.protocol.runtime.Bounds;
import picocli.CommandLine.Option;

/** The options that limit maintenance. */
public final class LimitOptions {
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

  @Option(
      names = "--hours",
      paramLabel = "FROM-TO",
      converter = HoursConverter.class,
      description =
          "Hours of the day, in UTC, in which batches begin, such as 22:00-06:00; several are"
              + " separated by commas (default: any time). A batch that has begun is finished.")
  private MaintenanceHours hours = MaintenanceHours.ANY;

  public MaintenanceHours hours() {
    return hours;
  }

  /**
   * The limits of what may be down together.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  public ImpactLimits impact() {
    Bounds.check("--most", most, 1, ImpactLimits.ALL);
    Bounds.check("--most-in-zone", mostInZone, 1, ImpactLimits.ALL);
    return new ImpactLimits(most, mostInZone);
  }
}
