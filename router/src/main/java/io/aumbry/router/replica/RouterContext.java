package io.aumbry.router.replica;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.RouterConfig;
import java.util.random.RandomGenerator;

/**
 * The shared parts of all operations of a router.
 *
 * @param ids for blob ids
 */
public record RouterContext(
    RouterConfig config,
    Time time,
    RandomGenerator ids,
    StorageNodes nodes,
    Budget budget,
    Placement placement,
    BackgroundDeletes deletes) {
  public RecordChange change() {
    return new RecordChange(nodes, config.writeQuorum(), time);
  }
}
