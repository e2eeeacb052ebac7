package io.aumbry.catalog.account;

import java.time.Duration;

/**
 * A deleted container after its retention, as it was committed.
 *
 * @param status not {@code ACTIVE}
 * @param snapshotVersion a change is refused if the container has another version by then
 * @param deletedMillis wall time of the deletion, more than 0
 */
public record DueRemoval(
    int account, int container, Container.Status status, int snapshotVersion, long deletedMillis) {
  /**
   * The containers to look for, in the order of their deletion.
   *
   * @param deletedUntilMillis wall time of the latest deletion
   * @param searchedUntilMillis wall time of the latest search for remains of an inactive container
   * @param most limit of containers
   */
  public record Query(long deletedUntilMillis, long searchedUntilMillis, int most) {}

  /** The next step of a removal. */
  public enum Step {
    /** The container is still in use or was used lately: its retention begins again. */
    POSTPONE,
    /** It can no longer be restored, and its data may be removed. */
    BEGIN,
    /** All replicas were searched, and none has data of the container. */
    FINISH
  }

  /** The query for what is due now. */
  public static Query query(long nowMillis, Duration retention, Duration searchInterval, int most) {
    return new Query(nowMillis - retention.toMillis(), nowMillis - searchInterval.toMillis(), most);
  }
}
