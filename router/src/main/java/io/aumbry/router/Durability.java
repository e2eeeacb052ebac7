package io.aumbry.router;

/**
 * Where a new blob is durable before its PUT is acknowledged. Each level keeps what those before it
 * promise.
 */
public enum Durability {
  /** A write quorum in the data centre of the frontend. */
  LOCAL,
  /** That, and one replica in another data centre. */
  REMOTE,
  /**
   * A write quorum in more than half of the data centres, that of the frontend and another one
   * among them.
   */
  MAJORITY;

  /** The one that promises more. */
  public Durability or(Durability other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
