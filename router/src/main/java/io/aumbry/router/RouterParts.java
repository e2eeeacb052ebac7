package io.aumbry.router;

import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/** What the operations of one router share. */
record RouterParts(
    RouterConfig config,
    Time time,
    RandomGenerator random,
    Nodes nodes,
    ByteBudget budget,
    Placement placement,
    BackgroundDeletes deletes) {
  RecordChange change() {
    return new RecordChange(nodes, config.writeQuorum(), time);
  }
}
