package io.aumbry.router;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** What came of taking a delete back. */
public sealed interface UndeleteResult {
  /** A write quorum in each data centre that has the blob has it as alive, durably. */
  record Undeleted() implements UndeleteResult {}

  /** It is not deleted, whether it never was or that was taken back before. */
  record NotDeleted() implements UndeleteResult {}

  /** There is no such blob, it was deleted for good, or it has expired. */
  record Missing(Absence absence) implements UndeleteResult {}
}
