package io.aumbry.tests.simulation.network;

import io.aumbry.transport.node.NodeTransport;
import io.aumbry.transport.node.NodeTransportContract;

/** The simulated network does what the real one does. */
final class SimulatedNetworkTest extends NodeTransportContract {
  @Override
  protected NodeTransport open() {
    return new SimulatedTransport();
  }
}
