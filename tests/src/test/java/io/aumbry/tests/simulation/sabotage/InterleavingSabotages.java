package io.aumbry.tests.simulation.sabotage;

import java.util.List;
import java.util.stream.Stream;

/** Mistakes that show only in some orders of the accesses of two threads. */
final class InterleavingSabotages {
  private static final String RUNTIME = "protocol/src/main/java/io/aumbry/protocol/runtime/";
  private static final String ROUTER = "router/src/main/java/io/aumbry/router/";
  private static final String SERVER = "storage-server/src/main/java/io/aumbry/server/";
  private static final String STORE = "store/src/main/java/io/aumbry/store/";

  private InterleavingSabotages() {}

  static List<Sabotage> all() {
    return Stream.of(wakeUps(), counts(), order()).flatMap(List::stream).toList();
  }

  private static List<Sabotage> wakeUps() {
    return List.of(
        new Sabotage(
            "a mailbox looks for its taker before it has the item",
            RUNTIME + "Mailbox.java",
            "    items.add(item);\n    Thread waiting = taker;\n",
            "    Thread waiting = taker;\n    items.add(item);\n"),
        new Sabotage(
            "a disk thread rests without a last look",
            STORE + "WorkQueue.java",
            "      item = poll();\n      if (item.isEmpty()) {\n        LockSupport.park(this);",
            "      if (item.isEmpty()) {\n        LockSupport.park(this);"),
        new Sabotage(
            "a follower of a log waits without a last look",
            STORE + "Followers.java",
            "if (last > after || mailbox",
            "if (mailbox"),
        new Sabotage(
            "followers of a log are woken before it is longer",
            STORE + "Followers.java",
            """
                last = sequence;
                for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                  next.post(true);
                }
            """,
            """
                for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                  next.post(true);
                }
                last = sequence;
            """));
  }

  private static List<Sabotage> counts() {
    return List.of(
        new Sabotage(
            "memory of a node is counted in two steps",
            SERVER + "flow/ByteBudget.java",
            "    long before = held.getAndAdd(bytes);",
            "    long before = held.get();\n    held.set(before + bytes);"),
        new Sabotage(
            "bytes for a disk are counted in two steps",
            STORE + "DiskWriter.java",
            "    long before = queuedBytes.getAndAdd(bytes);",
            "    long before = queuedBytes.get();\n    queuedBytes.set(before + bytes);"),
        new Sabotage(
            "a worker of deletes ends without a last look",
            ROUTER + "BackgroundDeletes.java",
            "    if (!queue.isEmpty()) {\n      startWorker(carrier);\n    }\n",
            ""));
  }

  private static List<Sabotage> order() {
    return List.of(
        new Sabotage(
            "an index names an entry before it is written",
            STORE + "index/ActiveIndex.java",
            """
                EntryFormat.write(key, entry, into.entries(), into.offsetOf(used));
                into.set(into.slotOf(key), used);
            """,
            """
                into.set(into.slotOf(key), used);
                EntryFormat.write(key, entry, into.entries(), into.offsetOf(used));
            """),
        new Sabotage(
            "a place in the log is counted before it is there",
            STORE + "index/PositionTable.java",
            "    pairs[at] = sequence;\n    pairs[at + 1] = packed;\n",
            "    count = at / 2 + 1;\n    pairs[at] = sequence;\n    pairs[at + 1] = packed;\n"),
        new Sabotage(
            "the view of an index is given up before there is a next",
            STORE + "index/BlobIndex.java",
            "    view = next;\n    old.release();\n",
            "    old.release();\n    view = next;\n"),
        new Sabotage(
            "the state of a replica changes without a lock",
            SERVER + "replica/ReplicaRegistry.java",
            """
                synchronized (this) {
                  HostedReplica replica = hosted.get(partition);
            """,
            """
                {
                  HostedReplica replica = hosted.get(partition);
            """),
        new Sabotage(
            "files of a partition have two locks",
            SERVER + "replica/ReplicaRegistry.java",
            "    return files.computeIfAbsent(partition, _ -> new Mutex()).hold();",
            """
                Mutex mutex = files.getOrDefault(partition, new Mutex());
                files.put(partition, mutex);
                return mutex.hold();
            """),
        new Sabotage(
            "progress with a peer is changed in two steps",
            SERVER + "replica/ReplicaProgress.java",
            "    peers.computeIfPresent(peer, (_, known) -> step.apply(known));",
            "    peers.put(peer, step.apply(of(peer)));"));
  }
}
