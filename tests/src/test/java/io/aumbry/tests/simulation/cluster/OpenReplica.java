package io.aumbry.tests.simulation.cluster;

import io.aumbry.server.entropy.ComparisonResults;
import io.aumbry.store.BlobStore;
import io.aumbry.tests.simulation.engine.SimulatedProcess;

/**
 * A replica with an open store.
 *
 * @param process of its node
 * @param proof the report of the node about it and its peers
 */
public record OpenReplica(
    int partition,
    SimulatedMachine machine,
    BlobStore store,
    SimulatedProcess process,
    ComparisonResults.Proof proof) {
  public String node() {
    return machine.name();
  }
}
