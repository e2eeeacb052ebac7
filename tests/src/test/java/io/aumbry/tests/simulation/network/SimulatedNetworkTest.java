package io.aumbry.tests.simulation.network;

import io.aumbry.transport.node.NodeTransport;
import io.aumbry.transport.node.NodeTransportContract;

/** The simulated network passes the contract of the real one. */
final class SimulatedNetworkTest extends NodeTransportContract {
  @Override
  protected NodeTransport open() {
    return new SimulatedTransport();
  }
}
