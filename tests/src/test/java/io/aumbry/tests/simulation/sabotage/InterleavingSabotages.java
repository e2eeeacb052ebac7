package io.aumbry.tests.simulation.sabotage;

import java.util.List;

/** Bugs that do harm only when a thread is preempted while it accesses shared state. */
final class InterleavingSabotages {
  private InterleavingSabotages() {}

  static List<Sabotage> all() {
    return List.of(
        new Sabotage(
            "a mailbox checks for its taker before it adds the item",
            "protocol/src/main/java/io/aumbry/protocol/runtime/Mailbox.java",
            "    items.add(item);\n    Thread waiting = taker;\n",
            "    Thread waiting = taker;\n    items.add(item);\n"),
        new Sabotage(
            "progress with a peer is updated in two steps",
            "storage-server/src/main/java/io/aumbry/server/replica/ReplicaProgress.java",
            "    peers.computeIfPresent(peer, (_, known) -> step.apply(known));",
            "    peers.put(peer, step.apply(of(peer)));"));
  }
}
