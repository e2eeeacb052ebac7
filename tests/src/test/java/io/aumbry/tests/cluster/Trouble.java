package io.aumbry.tests.cluster;

import io.aumbry.tests.cluster.Wan.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Something that is wrong with a cluster for a while. */
sealed interface Trouble {
  /** Makes it so; and says what clients may notice before they can. */
  void begin(LiveCluster cluster, Wan wan, Conditions conditions) throws IOException;

  /** Sets it right; it takes a while until it is. */
  void end(LiveCluster cluster, Wan wan) throws IOException;

  /** Processes that are there again some time after the end. */
  List<String> processes();

  /** The network of a data centre fails. */
  record Disconnected(Fault fault, int place) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) {
      conditions.setFine(false);
      wan.fail(fault, place);
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
      return "network of data centre %d %s"
          .formatted(place + 1, fault.toString().toLowerCase(Locale.ROOT));
    }
  }

  /** A process dies. */
  record Killed(String process) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) {
      unsettle(process, conditions);
      cluster.kill(process);
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) throws IOException {
      cluster.start(process);
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

  /** All processes of a data centre die at once. */
  record Dark(Places places, int place) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) {
      conditions.setFine(false);
      conditions.unsettle(place);
      processes().forEach(cluster::kill);
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) throws IOException {
      for (String process : processes()) {
        cluster.start(process);
      }
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

  /** A node dies, and a disk of it is empty when it comes back. */
  record Wiped(String node) implements Trouble {
    @Override
    public void begin(LiveCluster cluster, Wan wan, Conditions conditions) throws IOException {
      cluster.kill(node);
      cluster.wipeDisk(node);
    }

    @Override
    public void end(LiveCluster cluster, Wan wan) throws IOException {
      cluster.start(node);
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

  /** A process has a clock that is wrong. */
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

  private static void unsettle(String process, Conditions conditions) {
    if (Places.what(process).equals("frontend")) {
      conditions.unsettle(Places.of(process));
    }
  }
}
