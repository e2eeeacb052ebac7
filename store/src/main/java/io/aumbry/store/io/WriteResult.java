package io.aumbry.store.io;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** An expected outcome of a change. */
public sealed interface WriteResult {
  /**
   * The change is durable, through this call or an earlier one.
   *
   * @param lifeVersion the blob's current life, or the life that has ended
   */
  record Written(int lifeVersion) implements WriteResult {
    public Written() {
      this(0);
    }
  }

  /** The blob exists with different content. */
  record Conflict() implements WriteResult {}

  /** The blob to change is missing. */
  record Missing(Absence absence) implements WriteResult {}
}
