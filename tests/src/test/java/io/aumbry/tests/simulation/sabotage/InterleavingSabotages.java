package io.aumbry.tests.simulation.sabotage;

import java.util.List;

/**
 * Mistakes that harm only when a thread is preempted where it shares state: examples of a class.
 */
final class InterleavingSabotages {
  private InterleavingSabotages() {}

  static List<Sabotage> all() {
    return List.of(
        new Sabotage(
            "a mailbox looks for its taker before it has the item",
            "protocol/src/main/java/io/aumbry/protocol/runtime/Mailbox.java",
            "    items.add(item);\n    Thread waiting = taker;\n",
            "    Thread waiting = taker;\n    items.add(item);\n"),
        new Sabotage(
            "progress with a peer is changed in two steps",
            "storage-server/src/main/java/io/aumbry/server/replica/ReplicaProgress.java",
            "    peers.computeIfPresent(peer, (_, known) -> step.apply(known));",
            "    peers.put(peer, step.apply(of(peer)));"));
  }
}
