package io.aumbry.frontend.name;

import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.List;

/**
 * The deleted containers in the catalog. All calls read and change the newest committed state, and
 * fail with {@code CATALOG_UNAVAILABLE} if the database does not answer; a change may have been
 * made.
 */
public interface Removals {
  /** How long a deleted container can be restored. */
  Duration retention();

  List<DueRemoval> due(DueRemoval.Query query, RequestContext context);

  /**
   * Records a step.
   *
   * @param retention how long a deleted container can be restored
   * @return whether it was recorded; false if the container has changed since {@code due} was read,
   *     or its retention is not over
   */
  boolean advance(
      DueRemoval due,
      DueRemoval.Step step,
      Duration retention,
      long nowMillis,
      RequestContext context);

  /**
   * Forgets names of a container after the begin of its removal.
   *
   * @return whether it may have more
   */
  boolean dropNames(DueRemoval due, RequestContext context);
}
