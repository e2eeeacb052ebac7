package io.aumbry.router;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** What came of giving a blob a life without end. */
public sealed interface KeepResult {
  /** A write quorum has it as one without end, durably; by this call or an earlier one. */
  record Kept() implements KeepResult {}

  /** It ends too soon for that: replicas that cannot be reached might drop it. */
  record EndsTooSoon() implements KeepResult {}

  /** There is no such blob, it was deleted, or it has expired. */
  record Missing(Absence absence) implements KeepResult {}
}
