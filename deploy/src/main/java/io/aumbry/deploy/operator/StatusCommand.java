package io.aumbry.deploy.operator;

import io.aumbry.deploy.operator.observation.BootstrapEstimate;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.ClusterStatus;
import io.aumbry.deploy.operator.status.StatusDocument;
import io.aumbry.deploy.operator.status.StatusText;
import picocli.CommandLine.Command;

/** {@code aumbry admin status}. */
@Command(
    name = "status",
    description = "Shows the health of the cluster on one screen.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the cluster is healthy",
      "1:it is not, and the output says why",
      "2:unknown: a data centre is unreachable, or the command line is invalid"
    })
final class StatusCommand extends ObservingCommand {
  private static final int DEGRADED = 1;
  private static final int UNKNOWN = 2;

  @Override
  Output output(ObservationHistory history) {
    ClusterStatus status = ClusterStatus.of(history.now());
    return new Output(
        () -> StatusText.of(status, history),
        () -> StatusDocument.of(status, history),
        exitCode(status));
  }

  /** The time until all copies are complete is estimated from two observations. */
  @Override
  boolean needsAnother(ClusterObservation first) {
    return BootstrapEstimate.bootstrapping(first) > 0;
  }

  private static int exitCode(ClusterStatus status) {
    if (!status.isSeenWhole()) {
      return UNKNOWN;
    }
    return status.isHealthy() ? 0 : DEGRADED;
  }
}
