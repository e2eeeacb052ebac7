package io.aumbry.catalog.name;

import java.time.Duration;

/**
 * A writer lease: the permission of a frontend process to commit names.
 *
 * @param writer 1 to {@value #MAX_WRITER_CHARS} characters, used by no other lease
 * @param cleanUntilMillis every named upload of the writer that began before this time has a known
 *     outcome
 * @param renewedMillis wall time of the last renewal
 * @param transferLimit longest duration of an upload of the writer
 * @param endedMillis when the lease was fenced or closed; 0 while it is open
 */
public record WriterRecord(
    String writer,
    State state,
    long cleanUntilMillis,
    long renewedMillis,
    Duration transferLimit,
    long endedMillis) {
  public static final int MAX_WRITER_CHARS = 100;

  /** The states of a lease: OPEN to FENCED or to CLOSED, and no other transition. */
  public enum State {
    OPEN,
    /** Another frontend has taken the permission away. */
    FENCED,
    /** The writer has given the permission back, without an unknown outcome. */
    CLOSED
  }
}
