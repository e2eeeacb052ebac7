package io.aumbry.tests.cluster;

import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.tests.cluster.Wan.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A fault of a cluster that lasts for a while. */
sealed interface Trouble {
  /** Begins the fault. Updates {@code conditions} before clients can notice it. */
  void begin(LiveCluster cluster, Wan wan, Conditions conditions)
      throws IOException, InterruptedException;

  /**
   * Ends the fault, by default by starting its processes. The cluster needs some time to recover.
   */
  default void end(LiveCluster cluster, Wan wan) throws IOException, InterruptedException {
    for (String process : processes()) {
      cluster.start(process);
    }
  }

  /** The processes that run again some time after the end. */
  List<String> processes();

  /** A fault of the network between data centres. */
  record Disconnected(Fault fault, List<Integer> places) implements Trouble {
    public Disconnected {
      places = List.copyOf(places);
    }

    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) {
      conditions.setFine(false);
      places.forEach(place -> wan.fail(fault, place));
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) {
      wan.mend();
    }

    @Override
    public List<String> processes() {
      return List.of();
    }

    @Override
    public String toString() {
      return "network %s of data centres %s"
          .formatted(
              fault.toString().toLowerCase(Locale.ROOT),
              places.stream().map(place -> "" + (place + 1)).collect(Collectors.joining(", ")));
    }
  }

  /** A killed process. */
  record Killed(String process) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) {
      unsettle(process, conditions);
      cluster.kill(process);
    }

    @Override
    public List<String> processes() {
      return List.of(process);
    }

    @Override
    public String toString() {
      return process + " killed";
    }
  }

  /** The database of the catalog is killed. Names cannot be used until it is back. */
  record DatabaseKilled(SoakDatabase database) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) throws IOException {
      database.kill();
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) throws IOException {
      database.restart();
    }

    @Override
    public List<String> processes() {
      return List.of();
    }

    @Override
    public String toString() {
      return "database killed";
    }
  }

  /** All processes of a data centre are killed at once. */
  record Dark(Places places, int place) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) {
      conditions.setFine(false);
      conditions.unsettle(place);
      processes().forEach(cluster::kill);
    }

    @Override
    public List<String> processes() {
      return places.all(place);
    }

    @Override
    public String toString() {
      return "all of data centre " + (place + 1) + " killed";
    }
  }

  /** A node is killed, and one of its disks is empty when it returns. */
  record Wiped(String node) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) throws IOException {
      cluster.kill(node);
      cluster.files().wipeDisk(node);
    }

    @Override
    public List<String> processes() {
      return List.of(node);
    }

    @Override
    public String toString() {
      return "a disk of " + node + " wiped";
    }
  }

  /** A process has a wrong clock. */
  record Skewed(String process, Duration skew) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) throws IOException {
      unsettle(process, conditions);
      conditions.addClockError(skew.abs());
      cluster.stop(process);
      cluster.start(process, skew);
      cluster.awaitBack(process);
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) throws IOException {
      cluster.stop(process);
      cluster.start(process);
    }

    @Override
    public List<String> processes() {
      return List.of(process);
    }

    @Override
    public String toString() {
      return "clock of %s %s s %s"
          .formatted(process, skew.abs().toSeconds(), skew.isNegative() ? "late" : "early");
    }
  }

  /**
   * A node is drained, removed and returned with an empty disk. A spare node takes its place in the
   * meantime.
   */
  record Replaced(String node, String spare) implements Trouble {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions)
        throws IOException, InterruptedException {
      if (Files.exists(cluster.files().configuration(spare))) {
        cluster.start(spare);
        drain(cluster).end(new NodeId(spare));
      } else {
        cluster.addNode(spare);
      }
      cluster.awaitBack(spare);
      leave(node, cluster);
      cluster.files().wipeDisk(node);
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) throws IOException, InterruptedException {
      cluster.start(node);
      drain(cluster).end(new NodeId(node));
      cluster.awaitBack(node);
      leave(spare, cluster);
    }

    private NodeDrain drain(LiveCluster cluster) {
      return new NodeDrain(cluster.files().coordination(Places.of(node)));
    }

    private void leave(String leaving, LiveCluster cluster) throws InterruptedException {
      NodeDrain drain = drain(cluster);
      Patience.await()
          .atMost(PATIENCE)
          .until(() -> drain.begin(new NodeId(leaving), "test", true).isHeld());
      Patience.await()
          .atMost(PATIENCE)
          .until(() -> cluster.isReady(leaving) && cluster.replicas(leaving) == 0);
      cluster.kill(leaving);
    }

    @Override
    public List<String> processes() {
      return List.of(node);
    }

    @Override
    public String toString() {
      return node + " replaced";
    }
  }

  private static void unsettle(String process, Conditions conditions) {
    if (Places.what(process).equals("frontend")) {
      conditions.unsettle(Places.of(process));
    }
  }
}
