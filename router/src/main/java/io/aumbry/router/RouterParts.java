package io.aumbry.router;

import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/**
 * What the operations of one router share.
 *
 * @param memory for bodies
 */
record RouterParts(
    RouterConfig config,
    Time time,
    RandomGenerator random,
    Nodes nodes,
    Memory memory,
    Placement placement,
    BackgroundDeletes deletes) {
  /**
   * How much of bodies may be held.
   *
   * @param all of all requests
   * @param far of it, by uploads that wait for other data centres
   */
  record Memory(ByteBudget all, ByteBudget far) {}

  ByteBudget budget() {
    return memory.all();
  }

  ByteBudget farBudget() {
    return memory.far();
  }

  RecordChange change() {
    return new RecordChange(nodes, config.writeQuorum(), time);
  }
}
