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
    description = "How the cluster is, on one screen.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is as it should be",
      "1:it is not, and what is printed says why",
      "2:it cannot be told: a data centre cannot be seen, or the command line is wrong"
    })
final class StatusCommand extends ObservingCommand {
  private static final int DEGRADED = 1;
  private static final int UNKNOWN = 2;

  @Override
  List<String> text(ObservationHistory looks) {
    return StatusText.of(ClusterStatus.of(looks.now()), looks);
  }

  @Override
  Record document(ObservationHistory looks) {
    return StatusDocument.of(ClusterStatus.of(looks.now()), looks);
  }

  /** How long it takes until all copies are there is seen by what changes. */
  @Override
  boolean needsAnother(ClusterObservation first) {
    return BootstrapEstimate.bootstrapping(first) > 0;
  }

  @Override
  int exitCode(ObservationHistory looks) {
    ClusterStatus status = ClusterStatus.of(looks.now());
    if (!status.isSeenWhole()) {
      return UNKNOWN;
    }
    return status.isHealthy() ? 0 : DEGRADED;
  }
}
