package io.aumbry.router;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** What came of a delete. */
public sealed interface DeleteResult {
  /** A write quorum has it as deleted, durably; by this call or an earlier one. */
  record Deleted() implements DeleteResult {}

  /** There is no such blob, or it has expired. */
  record Missing(Absence absence) implements DeleteResult {}
}
