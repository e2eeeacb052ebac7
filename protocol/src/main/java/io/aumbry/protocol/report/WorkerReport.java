package io.aumbry.protocol.report;

/**
 * A background worker of a storage node.
 *
 * @param disk name of the disk on which it works, or empty
 * @param failure message of the last complete run if it failed, else empty
 */
public record WorkerReport(
    String name, String disk, State state, Times times, Backlog backlog, String failure) {
  /** The activity of a worker. */
  public enum State {
    /** Waits for its next run. */
    WAITING,
    RUNNING,
    /** Waits for its next run after a failed one. */
    FAILED,
    STOPPED
  }

  /**
   * When it ran.
   *
   * @param stateMillis time since it entered its state
   * @param agoMillis time since the last complete run ended, or since the node was started
   * @param tookMillis duration of the last complete run, or 0
   */
  public record Times(long stateMillis, long agoMillis, long tookMillis) {}

  /**
   * The work that waits.
   *
   * @param unit of the amount, in the plural, or empty if the amount is unknown
   */
  public record Backlog(long amount, String unit) {}
}
