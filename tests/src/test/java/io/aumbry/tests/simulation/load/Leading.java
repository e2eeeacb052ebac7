package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Checks that only one node acts as the leader of a partition in a data centre. The leader is the
 * node that fetches records from other data centres. To be used while nothing changes.
 */
final class Leading {
  private final SimulatedCluster cluster;

  private final Map<UUID, Integer> places = new HashMap<>();

  private final Map<String, Set<String>> fetching = new TreeMap<>();

  Leading(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  void begin() {
    cluster.look(replica -> places.put(replica.store().id(), replica.machine().dataCenter()));
    cluster.network().watch(this::see);
  }

  private void see(NodeRequest request) {
    if (request instanceof Pull pull && pull.form() == Pull.Form.RECORDS) {
      int here = dataCenterOf(pull.puller());
      for (Pull.From point : pull.points()) {
        int there = places.getOrDefault(point.store(), here);
        if (there != here) {
          fetching
              .computeIfAbsent(
                  "partition %d of data centre %d for %d".formatted(point.partition(), there, here),
                  _ -> new TreeSet<>())
              .add(pull.puller());
        }
      }
    }
  }

  private int dataCenterOf(String machine) {
    return cluster.machines().stream()
        .filter(each -> each.name().equals(machine))
        .mapToInt(SimulatedMachine::dataCenter)
        .findFirst()
        .orElseThrow();
  }

  /** Stops watching, and requires that one node fetched each partition. */
  void end() {
    cluster.network().watch(_ -> {});
    fetching.forEach((partition, nodes) -> {
      if (nodes.size() > 1) {
        throw new Finding("records of " + partition + " are fetched by " + nodes);
      }
    });
  }
}
