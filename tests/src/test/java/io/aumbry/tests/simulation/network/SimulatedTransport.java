package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import io.aumbry.transport.node.Messages;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeHandler;
import io.aumbry.transport.node.NodeTransport;
import java.util.HashMap;
import java.util.Map;

/**
 * The simulated network for a test with threads of its own. A platform thread runs the simulation,
 * and virtual time passes as fast as it can.
 */
final class SimulatedTransport implements NodeTransport {
  private static final String NODE = "node-1";

  private final SimulatedScheduler scheduler = new SimulatedScheduler(1, new Trace(line -> {}));
  private final SimulatedNetwork network = new SimulatedNetwork(scheduler);
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final SimulatedProcess asker = process("asker");
  private final NodeClient client = network.client(asker, pool, PeerRole.FRONTEND);
  private final Map<StorageNode, SimulatedProcess> serving = new HashMap<>();
  private final Thread runner;
  private volatile boolean closed;

  SimulatedTransport() {
    runner = Thread.ofPlatform().daemon().name("simulation").start(this::run);
  }

  private void run() {
    while (!closed) {
      if (!scheduler.step(Long.MAX_VALUE)) {
        Thread.onSpinWait();
      }
    }
  }

  private SimulatedProcess process(String name) {
    return SimulatedProcess.outside(scheduler, name);
  }

  @Override
  public StorageNode serve(NodeHandler handler) {
    StorageNode node =
        new StorageNode(new NodeId(NODE), 1, "zone", new Endpoint("localhost", 1), true);
    restart(node, handler);
    return node;
  }

  @Override
  public void restart(StorageNode node, NodeHandler handler) {
    inSimulation(() -> {
      SimulatedProcess process = process(node.id().name());
      serving.put(node, process);
      network.serve(process, pool, handler);
    });
  }

  @Override
  public void stop(StorageNode node) {
    inSimulation(() -> {
      SimulatedProcess process = serving.remove(node);
      if (process != null) {
        process.kill();
        network.ended(process, false);
      }
    });
  }

  private void inSimulation(Runnable action) {
    Messages.on(
        asker,
        () -> {
          action.run();
          return NODE;
        });
  }

  @Override
  public NodeClient client() {
    return client;
  }

  @Override
  public Carrier carrier() {
    return asker;
  }

  @Override
  public BufferPool pool() {
    return pool;
  }

  @Override
  public void close() {
    closed = true;
    try {
      runner.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
