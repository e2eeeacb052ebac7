package io.aumbry.router;

import io.aumbry.protocol.message.NodeResponse.Absence;

public sealed interface DeleteResult {
  /** A write quorum has the delete on disk, by this call or an earlier one. */
  record Deleted() implements DeleteResult {}

  /** The blob does not exist or has expired. */
  record Missing(Absence absence) implements DeleteResult {}
}
