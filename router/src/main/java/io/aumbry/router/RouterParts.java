package io.aumbry.router;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/**
 * What the operations of one router share.
 *
 * @param budget of the memory for bodies
 */
record RouterParts(
    RouterConfig config,
    Time time,
    RandomGenerator random,
    Nodes nodes,
    Budget budget,
    Placement placement,
    BackgroundDeletes deletes) {
  RecordChange change() {
    return new RecordChange(nodes, config.writeQuorum(), time);
  }
}
