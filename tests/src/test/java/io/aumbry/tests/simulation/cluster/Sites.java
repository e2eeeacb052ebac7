package io.aumbry.tests.simulation.cluster;

import io.aumbry.tests.simulation.network.Delay;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Data centres, numbered from 1, and the network between them. */
public final class Sites {
  private static final int LEAST_MILLIS = 10;
  private static final int MOST_MILLIS = 50;

  private final SimulatedNetwork network;
  private final SimulatedMembership membership;
  private final int count;

  private final Map<Integer, List<String>> processes = new TreeMap<>();

  private final Set<Blocked> blocked = new LinkedHashSet<>();

  private Consumer<String> powerLoss = _ -> {};

  private record Blocked(int from, int to) {}

  Sites(
      SimulatedNetwork network, SimulatedMembership membership, int count, RandomGenerator random) {
    this.network = network;
    this.membership = membership;
    this.count = count;
    for (int one = 1; one <= count; one++) {
      for (int other = one + 1; other <= count; other++) {
        Duration least = Duration.ofMillis(random.nextInt(LEAST_MILLIS, MOST_MILLIS));
        network.distance(place(one), place(other), new Delay(least, least.dividedBy(10)));
      }
    }
  }

  private static String place(int dataCenter) {
    return "dc-" + dataCenter;
  }

  void add(int dataCenter, String process) {
    network.place(process, place(dataCenter));
    for (Blocked each : blocked) {
      if (each.from == dataCenter) {
        processes(each.to).forEach(other -> network.block(process, other));
      }
      if (each.to == dataCenter) {
        processes(each.from).forEach(other -> network.block(other, process));
      }
    }
    processes.computeIfAbsent(dataCenter, _ -> new ArrayList<>()).add(process);
  }

  public void onPowerLoss(Consumer<String> listener) {
    powerLoss = listener;
  }

  void losesPower(String machine) {
    powerLoss.accept(machine);
  }

  public int count() {
    return count;
  }

  public List<Integer> others(int dataCenter) {
    List<Integer> others = new ArrayList<>();
    for (int other = 1; other <= count; other++) {
      if (other != dataCenter) {
        others.add(other);
      }
    }
    return others;
  }

  public List<String> processes(int dataCenter) {
    return List.copyOf(processes.getOrDefault(dataCenter, List.of()));
  }

  private void each(int from, int to, BiConsumer<String, String> action) {
    for (String one : processes(from)) {
      processes(to).forEach(other -> action.accept(one, other));
    }
  }

  /** Holds back all messages and views from one data centre to another, until {@link #open}. */
  public void block(int from, int to) {
    blocked.add(new Blocked(from, to));
    each(from, to, network::block);
    membership.cut(to, from, true);
  }

  public void open(int from, int to) {
    blocked.remove(new Blocked(from, to));
    each(from, to, network::open);
    membership.cut(to, from, false);
  }

  public void isolate(int dataCenter) {
    for (int other : others(dataCenter)) {
      block(dataCenter, other);
      block(other, dataCenter);
    }
  }

  public void rejoin(int dataCenter) {
    for (int other : others(dataCenter)) {
      open(dataCenter, other);
      open(other, dataCenter);
    }
  }

  public void slow(int one, int other, Delay delay) {
    each(one, other, (from, to) -> network.delay(from, to, delay));
    each(other, one, (from, to) -> network.delay(from, to, delay));
  }

  public void asUsual(int one, int other) {
    each(one, other, network::delayAsUsual);
    each(other, one, network::delayAsUsual);
  }

  public void stopCoordinator(int dataCenter, boolean stop) {
    membership.in(dataCenter).stop(stop);
  }

  /**
   * Loses the forget horizons of a data centre.
   *
   * @return whether it had any
   */
  public boolean loseHorizons(int dataCenter) {
    return membership.in(dataCenter).horizons().lose();
  }
}
