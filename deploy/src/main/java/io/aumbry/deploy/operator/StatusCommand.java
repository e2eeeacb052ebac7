package io.aumbry.deploy.operator;

import io.aumbry.deploy.operator.observation.BootstrapEstimate;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.ClusterStatus;
import io.aumbry.deploy.operator.status.StatusDocument;
import io.aumbry.deploy.operator.status.StatusText;
import java.util.List;
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
  List<String> text(ObservationHistory history) {
    return StatusText.of(ClusterStatus.of(history.now()), history);
  }

  @Override
  Record document(ObservationHistory history) {
    return StatusDocument.of(ClusterStatus.of(history.now()), history);
  }

  /** The time until all copies are complete is estimated from two observations. */
  @Override
  boolean needsAnother(ClusterObservation first) {
    return BootstrapEstimate.bootstrapping(first) > 0;
  }

  @Override
  int exitCode(ObservationHistory history) {
    ClusterStatus status = ClusterStatus.of(history.now());
    if (!status.isSeenWhole()) {
      return UNKNOWN;
    }
    return status.isHealthy() ? 0 : DEGRADED;
  }
}
