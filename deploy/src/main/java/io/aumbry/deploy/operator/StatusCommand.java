package io.aumbry.deploy.operator;

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
final class StatusCommand extends LookCommand {
  private static final int DEGRADED = 1;
  private static final int UNKNOWN = 2;

  @Override
  List<String> text(Looks looks) {
    return StatusText.of(ClusterStatus.of(looks.now()), looks);
  }

  @Override
  Record document(Looks looks) {
    return StatusDocument.of(ClusterStatus.of(looks.now()), looks);
  }

  /** How long it takes until all copies are there is seen by what changes. */
  @Override
  boolean needsAnother(ClusterLook first) {
    return Redundancy.bootstrapping(first) > 0;
  }

  @Override
  int exitCode(Looks looks) {
    ClusterStatus status = ClusterStatus.of(looks.now());
    if (!status.isSeenWhole()) {
      return UNKNOWN;
    }
    return status.isHealthy() ? 0 : DEGRADED;
  }
}
