package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The frontends, one for each place. In a combined cluster each is a part of the process of a node,
 * and ends and starts with it. A frontend that has ended stays in the list until its place has a
 * new one.
 */
final class SimulatedFrontends {
  private final Surroundings around;
  private final List<SimulatedFrontend> all = new ArrayList<>();

  /** Frontends of a combined cluster whose machine was lost, so that they are on their own. */
  private final Set<Integer> moved = new HashSet<>();

  /** The objects that all frontends share. */
  record Surroundings(
      SimulatedScheduler scheduler,
      ClusterPlan plan,
      SimulatedNetwork network,
      SimulatedMembership membership,
      Sites sites,
      Sent sent,
      Optional<SimulatedFrontend.Catalog> catalog) {}

  SimulatedFrontends(Surroundings around) {
    this.around = around;
  }

  List<SimulatedFrontend> all() {
    return all;
  }

  /** Adds the next frontend, in a process of its own. */
  void add(SimulatedClock clock) {
    all.add(alone(firstPlace(clock)));
  }

  private SimulatedFrontend.Place firstPlace(SimulatedClock clock) {
    int number = all.size();
    return new SimulatedFrontend.Place(
        "frontend-" + number, around.plan.dataCenterOfFrontend(number), clock, 1);
  }

  private SimulatedFrontend alone(SimulatedFrontend.Place place) {
    if (place.start() == 1 || around.plan.shape().combined()) {
      around.sites.add(place.dataCenter(), place.name());
    }
    SimulatedProcess process = new SimulatedProcess(around.scheduler, place.name(), place.clock());
    ArrayBufferPool pool = new ArrayBufferPool();
    return new SimulatedFrontend(
        around.scheduler,
        place,
        new SimulatedFrontend.Host(
            process,
            pool,
            around.membership.viewsOf(process, place.dataCenter()),
            around.sent.by(around.network.client(process, pool, PeerRole.FRONTEND))),
        around.plan,
        around.catalog);
  }

  /** The process of a node starts, with a frontend if it is to contain one. */
  void machineStarts(int machine, SimulatedNode node) {
    on(machine)
        .ifPresent(number -> {
          if (number == all.size()) {
            all.add(within(node, firstPlace(node.machine().clock())));
          } else {
            all.set(number, within(node, all.get(number).place().again()));
          }
        });
  }

  private SimulatedFrontend within(SimulatedNode node, SimulatedFrontend.Place place) {
    SimulatedProcess process = node.process();
    ArrayBufferPool pool = new ArrayBufferPool();
    return new SimulatedFrontend(
        around.scheduler,
        place,
        new SimulatedFrontend.Host(
            process,
            pool,
            node.viewsIn(around.membership),
            around.sent.by(
                around.network.local(
                    process, pool, SimulatedCoordinator.addressOf(node.id()), node::handle))),
        around.plan,
        around.catalog);
  }

  /** The machine is lost for good. An operator starts its frontend elsewhere. */
  void machineIsLost(int machine) {
    on(machine)
        .ifPresent(number -> {
          moved.add(number);
          all.set(number, alone(all.get(number).place().again()));
        });
  }

  /** The machine whose process contains the frontend, in a combined cluster. */
  OptionalInt machineOf(int frontend) {
    return around.plan.shape().combined() && !moved.contains(frontend)
        ? OptionalInt.of(around.plan.machineOfFrontend(frontend))
        : OptionalInt.empty();
  }

  OptionalInt machineOf(SimulatedFrontend frontend) {
    int number = all.indexOf(frontend);
    return number < 0 ? OptionalInt.empty() : machineOf(number);
  }

  /** The frontends, except those in the processes of machines that are off. */
  List<SimulatedFrontend> toServe(IntPredicate isRunning) {
    return IntStream.range(0, all.size())
        .filter(number -> machineOf(number).stream().allMatch(isRunning))
        .mapToObj(all::get)
        .toList();
  }

  private OptionalInt on(int machine) {
    for (int number = 0; number < around.plan.frontends(); number++) {
      if (machineOf(number).equals(OptionalInt.of(machine))) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  void kill(int frontend) {
    SimulatedFrontend killed = all.get(frontend);
    around.scheduler.event(killed.process().name(), "is killed");
    killed.process().kill();
    around.network.ended(killed.process(), false);
  }

  void start(int frontend) {
    SimulatedFrontend before = all.get(frontend);
    if (!before.process().isAlive()) {
      around.scheduler.event(before.process().name(), "starts");
      all.set(frontend, alone(before.place().again()));
    }
  }
}
