package io.aumbry.server.report;

import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The process of a storage node, as its reports show it.
 *
 * @param version of its software
 * @param busyPercent its load now, or empty while it is unknown
 */
public record ReportedProcess(String version, Supplier<OptionalInt> busyPercent) {
  /** A process without a measurement of its load. */
  public static ReportedProcess of(String version) {
    return new ReportedProcess(version, OptionalInt::empty);
  }
}
