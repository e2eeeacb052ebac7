package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.deploy.operator.option.HoursConverter;
import io.aumbry.protocol.runtime.Bounds;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The options that limit maintenance. */
public final class LimitOptions {
  private static final int USUAL_RESERVE = 20;

  @Option(
      names = "--most",
      paramLabel = "PERCENT",
      defaultValue = "34",
      description =
          "Limit of the storage nodes of a data centre, of their capacity, of the frontends and of"
              + " the controllers that are down together. It is rounded down, but one frontend and"
              + " one controller may always go if others stay (default: ${DEFAULT-VALUE}).")
  private int most = 34;

  @Option(
      names = "--most-in-zone",
      paramLabel = "PERCENT",
      defaultValue = "100",
      description =
          "The same for a fault zone, but one storage node may always go. Frontends and controllers"
              + " are in the zone of the storage node of their host, if it has one (default:"
              + " ${DEFAULT-VALUE}).")
  private int mostInZone = ImpactLimits.ALL;

  @Option(
      names = "--reserve",
      paramLabel = "PERCENT",
      description =
          "Share of their processors, 0 to 99, that the storage nodes of a data centre which remain"
              + " must have free with the load of those that are down (default: "
              + USUAL_RESERVE
              + ").")
  private Optional<Integer> reserve = Optional.empty();

  @Option(names = "--any-load", description = "Do not look at the load.")
  private boolean anyLoad;

  @Option(
      names = "--hours",
      paramLabel = "FROM-TO",
      converter = HoursConverter.class,
      description =
          "Hours of the day, in UTC, in which batches begin, such as 22:00-06:00; several are"
              + " separated by commas (default: any time). A batch that has begun is finished.")
  private MaintenanceHours hours = MaintenanceHours.ANY;

  @Option(
      names = "--evacuate",
      description =
          "The disks of the hosts do not stay: all replicas move off a host before its upgrade,"
              + " and it comes back empty.")
  private boolean evacuate;

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
    int percent = reserve.orElse(USUAL_RESERVE);
    Bounds.check("--reserve", percent, 0, ImpactLimits.ALL - 1L);
    if (anyLoad && reserve.isPresent()) {
      throw new IllegalArgumentException(
          "--reserve " + percent + " and --any-load exclude each other");
    }
    return new ImpactLimits(
        most, mostInZone, anyLoad ? OptionalInt.empty() : OptionalInt.of(percent), evacuate);
  }
}
