package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The coordinators of all data centres, and the view that each process has of them. Views arrive
 * late and at different times. For an unreachable data centre a process keeps the last view.
 */
final class SimulatedMembership {
  /** Within this time a change usually reaches a process. */
  private static final Duration USUALLY = Duration.ofMillis(200);

  /** In {@link #LATE_SHARE} of the cases it takes up to this time. */
  private static final Duration LATE = Duration.ofSeconds(3);

  private static final double LATE_SHARE = 0.05;

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess courier;
  private final RandomGenerator random;
  private final List<DataCenter> dataCenters = new ArrayList<>();
  private final List<SimulatedCoordinator> coordinators = new ArrayList<>();
  private final Map<String, SimulatedViews> views = new TreeMap<>();

  private final Map<String, String> hidden = new TreeMap<>();

  private final Set<Cut> cuts = new HashSet<>();

  private final Set<Integer> unconfigured = new HashSet<>();

  /** A data centre with processes that hear nothing of another one. */
  private record Cut(int dataCenter, int from) {}

  SimulatedMembership(SimulatedScheduler scheduler, ClusterPlan plan) {
    this.scheduler = scheduler;
    this.random = scheduler.random();
    this.courier = SimulatedProcess.outside(scheduler, "courier");
    for (int i = 0; i < plan.dataCenters(); i++) {
      DataCenter dataCenter = new DataCenter(i + 1, "dc-" + (i + 1));
      dataCenters.add(dataCenter);
      coordinators.add(
          new SimulatedCoordinator(scheduler, dataCenter.id(), plan.copies(), this::publish));
    }
  }

  /** The coordinator of a data centre. Data centres are numbered from 1. */
  SimulatedCoordinator in(int dataCenter) {
    return coordinators.get(dataCenter - 1);
  }

  int dataCenters() {
    return dataCenters.size();
  }

  SimulatedCoordinator of(NodeId node) {
    return coordinators.stream().filter(each -> each.knows(node)).findFirst().orElseThrow();
  }

  void all(Consumer<SimulatedCoordinator> action) {
    coordinators.forEach(action);
  }

  boolean isSettled() {
    return coordinators.stream().allMatch(SimulatedCoordinator::isSettled);
  }

  boolean isAnySealed() {
    return coordinators.stream().anyMatch(SimulatedCoordinator::isAnySealed);
  }

  /** Creates the view of a process. It has its own data centre at once, and the others soon. */
  SimulatedViews viewsOf(SimulatedProcess process, int dataCenter) {
    SimulatedViews made =
        new SimulatedViews(
            dataCenters.get(dataCenter - 1),
            dataCenters,
            in(dataCenter).image(),
            scheduler::wallMillis);
    views.put(process.name(), made);
    made.hide(hidden.getOrDefault(process.name(), ""));
    cuts.stream()
        .filter(cut -> cut.dataCenter == dataCenter)
        .forEach(cut -> made.cut(cut.from, true));
    unconfigured.stream()
        .filter(each -> each != dataCenter)
        .forEach(each -> made.configure(each, false));
    coordinators.forEach(each -> send(process.name(), made, each.image()));
    return made;
  }

  private void publish(CoordinatorImage image) {
    views.forEach((process, each) -> send(process, each, image));
  }

  private void send(String process, SimulatedViews to, CoordinatorImage image) {
    Duration most = random.nextDouble() < LATE_SHARE ? LATE : USUALLY;
    courier.schedule(
        Duration.ofNanos(random.nextLong(most.toNanos())),
        () -> {
          to.show(image);
          if (!to.twoLeaders().isEmpty()) {
            scheduler.found(new Finding(process + " is shown two leaders of " + to.twoLeaders()));
          }
        });
  }

  void hold(String process, boolean hold) {
    Optional.ofNullable(views.get(process)).ifPresent(held -> held.hold(hold));
  }

  void hide(String process, String node) {
    hidden.put(process, node);
    Optional.ofNullable(views.get(process)).ifPresent(each -> each.hide(node));
  }

  void cut(int dataCenter, int from, boolean cut) {
    if (cut) {
      cuts.add(new Cut(dataCenter, from));
    } else {
      cuts.remove(new Cut(dataCenter, from));
    }
    views.values().stream()
        .filter(each -> each.local().id() == dataCenter)
        .forEach(each -> each.cut(from, cut));
  }

  void configure(int dataCenter, boolean isConfigured) {
    if (isConfigured) {
      unconfigured.remove(dataCenter);
    } else {
      unconfigured.add(dataCenter);
    }
    views.values().stream()
        .filter(each -> each.local().id() != dataCenter)
        .forEach(each -> each.configure(dataCenter, isConfigured));
  }
}
