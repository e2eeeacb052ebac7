package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.Upkeep;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Machines are upgraded in batches, while a client works and other machines fail. */
final class MaintenanceScenarios {
  private static final int MACHINES = 9;
  private static final int PARTITIONS = 6;
  private static final int SMALL = 300;

  /** Enough for a delete of one of them at each moment of the longest scenario. */
  private static final int BLOBS = 500;

  /** A machine with three partitions. */
  private static final int MIDDLE = 4;

  /** In one batch of this number, the executor dies. */
  private static final int ONE_DEATH_IN = 3;

  private static final Duration MOMENT = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofMinutes(20);

  /** Longer than a batch, so that the next one has to go around the machine. */
  private static final Duration LONG = Duration.ofSeconds(40);

  /** Longer than the hooks of a batch. */
  private static final Duration SHORT = Duration.ofSeconds(15);

  /** Nodes compare replicas because maintenance asks them, and not by themselves. */
  private static final Duration SELDOM = Duration.ofDays(9);

  private static final Duration SETTLED = Duration.ofMillis(200);

  private MaintenanceScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "an upgrade of all machines in batches makes no request fail",
            List.of(
                "maintenance takes one replica too many",
                "a host counts as proven without a comparison"),
            cluster(),
            MaintenanceScenarios::quiet),
        new Scenario(
            "batches go around a machine that has failed, and make no request fail",
            List.of("a host that is down counts for quorums during maintenance"),
            cluster(),
            MaintenanceScenarios::around),
        new Scenario(
            "no upgrade begins after another machine has failed, and none is forgotten",
            List.of("an upgrade starts although another host has failed since its batch began"),
            cluster(),
            MaintenanceScenarios::amidst));
  }

  private static ClusterPlan cluster() {
    return ClusterPlan.scripted()
        .with(new Shape(MACHINES, 1, PARTITIONS, ClusterPlan.COPIES, 1))
        .with(Upkeep.comparing(SELDOM, SETTLED));
  }

  private static void quiet(Stage stage) {
    Upgrade upgrade = new Upgrade(stage);
    upgrade.run(_ -> {});
    upgrade.requireAll();
    if (upgrade.largest < 2) {
      throw new Finding("no batch had two machines");
    }
    Set<String> unproven = stage.unproven(upgrade.startMillis);
    if (!unproven.isEmpty()) {
      throw new Finding("not all replicas were proven after their upgrade: " + unproven);
    }
  }

  private static void around(Stage stage) {
    Upgrade upgrade = new Upgrade(stage);
    upgrade.fail(MIDDLE, LONG);
    upgrade.hosts.remove(stage.cluster().machine(MIDDLE));
    upgrade.run(_ -> {});
    upgrade.requireAll();
    if (!upgrade.isOneAway) {
      throw new Finding("no batch began while a machine was away");
    }
  }

  /**
   * In each batch, a machine fails before the upgrades begin. In some, the executor dies during the
   * upgrades.
   */
  private static void amidst(Stage stage) {
    Upgrade upgrade = new Upgrade(stage);
    upgrade.mayKillExecutor = true;
    upgrade.run(batch -> upgrade.fail(upgrade.outside(batch), SHORT));
    upgrade.requireAll();
    if (upgrade.deaths == 0) {
      throw new Finding("no executor died during an upgrade");
    }
  }

  private interface BatchListener {
    void begins(SortedSet<String> batch);
  }

  /** An upgrade of all machines under load. */
  private static final class Upgrade {
    private final Stage stage;
    private final SimulatedCluster cluster;
    private final SimulatedMaintenance maintenance;
    private final SortedSet<String> hosts = new TreeSet<>();
    private final Deque<KeptBlob> blobs = new ArrayDeque<>();
    private boolean mayKillExecutor;
    private boolean mayDie;
    private int deaths;
    private boolean isOneAway;
    private int largest;
    private final long startMillis;
    private OptionalInt failed = OptionalInt.empty();
    private long backMillis;

    Upgrade(Stage stage) {
      this.stage = stage;
      this.cluster = stage.cluster();
      this.maintenance = new SimulatedMaintenance(stage);
      this.startMillis = stage.wallMillis();
      cluster.machines().forEach(machine -> hosts.add(machine.name()));
      blobs.addAll(stage.put(BLOBS, SMALL));
    }

    void run(BatchListener listener) {
      maintenance.start(hosts);
      long end = stage.wallMillis() + LONGEST.toMillis();
      while (!maintenance.isOver()) {
        if (stage.wallMillis() > end) {
          throw new Finding("the maintenance is not over: " + maintenance.workflow());
        }
        repair();
        SortedSet<String> batch = maintenance.begun();
        if (!batch.isEmpty()) {
          largest = Math.max(largest, batch.size());
          isOneAway |= failed.isPresent();
          listener.begins(batch);
          int number = maintenance.workflow().batch().count();
          mayDie = mayKillExecutor && number % ONE_DEATH_IN == 1;
        }
        maintenance.look();
        if (mayDie && maintenance.hasMachineDown()) {
          maintenance.startExecutor();
          deaths++;
          mayDie = false;
        }
        load();
        stage.pass(MOMENT);
      }
    }

    /** A put goes to a partition that takes it. A delete needs the partition of its blob. */
    private void load() {
      stage.delete(List.of(blobs.removeFirst()));
      blobs.addAll(stage.put(1, SMALL));
    }

    /** A machine fails, unless another has failed and is not back yet. */
    void fail(int machine, Duration span) {
      if (failed.isEmpty()) {
        failed = OptionalInt.of(machine);
        backMillis = stage.wallMillis() + span.toMillis();
        cluster.kill(machine);
      }
    }

    private void repair() {
      if (failed.isPresent() && stage.wallMillis() >= backMillis) {
        cluster.start(failed.getAsInt());
        failed = OptionalInt.empty();
      }
    }

    /** The first machine that is not in a batch. */
    int outside(Set<String> batch) {
      return IntStream.range(0, cluster.machines().size())
          .filter(machine -> !batch.contains(cluster.machine(machine)))
          .findFirst()
          .orElseThrow();
    }

    /** Requires that each machine was upgraded, and that nothing is lost. */
    void requireAll() {
      backMillis = 0;
      repair();
      if (!maintenance.upgraded().equals(hosts) || maintenance.workflow().setAside() > 0) {
        throw new Finding("not all machines were upgraded: " + maintenance.workflow());
      }
      stage.heal();
    }
  }
}
