package io.aumbry.server.report;

import io.aumbry.protocol.report.MachineReport;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The process of a storage node, as its reports show it.
 *
 * @param version of its software
 * @param machine on which it runs, as it is now. Empty if it is not measured
 */
public record ReportedProcess(String version, Supplier<Optional<MachineReport>> machine) {
  /** A process whose machine is not measured. */
  public static ReportedProcess of(String version) {
    return new ReportedProcess(version, Optional::empty);
  }
}
