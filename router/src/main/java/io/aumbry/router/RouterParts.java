package io.aumbry.router;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/** The shared parts of all operations of a router. */
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
