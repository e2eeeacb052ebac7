package io.aumbry.router;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** The outcome of an undelete. */
public sealed interface UndeleteResult {
  /** A write quorum in each data centre that has the blob has it alive on disk. */
  record Undeleted() implements UndeleteResult {}

  /** The blob was not deleted, or is already undeleted. */
  record NotDeleted() implements UndeleteResult {}

  /** The blob does not exist, was deleted for good, or has expired. */
  record Missing(Absence absence) implements UndeleteResult {}
}
