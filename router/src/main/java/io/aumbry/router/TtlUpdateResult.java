package io.aumbry.router;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** The outcome of a TTL update. */
public sealed interface TtlUpdateResult {
  /** A write quorum has the blob without expiry on disk, by this call or an earlier one. */
  record Kept() implements TtlUpdateResult {}

  /** The blob expires so soon that unreachable replicas might drop it first. */
  record EndsTooSoon() implements TtlUpdateResult {}

  /** The blob does not exist, was deleted, or has expired. */
  record Missing(Absence absence) implements TtlUpdateResult {}
}
