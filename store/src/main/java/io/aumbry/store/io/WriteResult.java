package io.aumbry.store.io;

import io.aumbry.protocol.message.NodeResponse.Absence;

/** What came of a change, as far as its caller may expect it. */
public sealed interface WriteResult {
  /**
   * The change is durable, whether by this call or by an earlier one alike.
   *
   * @param lifeVersion of the blob: which life it is in, or which has ended
   */
  record Written(int lifeVersion) implements WriteResult {
    /** In the first life. */
    public Written() {
      this(0);
    }
  }

  /** The blob exists already, with another content. */
  record Conflict() implements WriteResult {}

  /** There is no blob to change. */
  record Missing(Absence absence) implements WriteResult {}
}
