package io.aumbry.store.io;

import io.aumbry.protocol.message.NodeResponse.Absence;

public sealed interface WriteResult {
  /**
   * The change is durable, through this call or an earlier one.
   *
   * @param lifeVersion the current life, or the life that has ended
   */
  record Written(int lifeVersion) implements WriteResult {
    public Written() {
      this(0);
    }
  }

  /** The blob exists with different content. */
  record Conflict() implements WriteResult {}

  record Missing(Absence absence) implements WriteResult {}
}
