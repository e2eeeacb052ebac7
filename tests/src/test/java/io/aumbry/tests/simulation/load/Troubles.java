package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Faults that befall a cluster, one or more at a time, until they are told to end. */
final class Troubles {
  private static final Duration LONGEST = Duration.ofSeconds(8);

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final RandomGenerator random;
  private final Tally tally;

  /** Not of the cluster; its timers bring faults and take them away. */
  private final SimulatedProcess fate;

  private final List<Runnable> cures = new ArrayList<>();

  private enum Kind {
    KILL,
    POWER,
    BLOCK_ONE_WAY,
    CUT_OFF,
    SLOW_LINK,
    RESET,
    SLOW_DISK,
    SYNC_ERROR,
    WRITE_ERROR,
    READ_ERROR,
    BIT_FLIP
  }

  Troubles(SimulatedScheduler scheduler, SimulatedCluster cluster, Tally tally) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.tally = tally;
    this.random = scheduler.random();
    this.fate = SimulatedProcess.outside(scheduler, "fate");
  }

  /** Brings a fault about every {@code mean}. */
  void begin(Duration mean) {
    fate.start(
        "faults",
        () -> {
          while (!tally.isOver()) {
            fate.pause(Duration.ofNanos(random.nextLong(2 * mean.toNanos())));
            if (!tally.isOver()) {
              strike();
            }
          }
        });
  }

  private void strike() {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    int node = random.nextInt(cluster.plan().nodes());
    String name = cluster.machine(node);
    String other = other(node);
    tally.fault(kind.name());
    scheduler.event("fault", kind + " " + name + " " + other);
    switch (kind) {
      case KILL -> {
        cluster.kill(node);
        cure(() -> cluster.start(node));
      }
      case POWER -> {
        cluster.cutPower(node);
        cure(() -> cluster.start(node));
      }
      case BLOCK_ONE_WAY -> {
        cluster.network().block(name, other);
        cure(() -> cluster.network().open(name, other));
      }
      case CUT_OFF -> {
        peers(name)
            .forEach(peer -> {
              cluster.network().block(name, peer);
              cluster.network().block(peer, name);
            });
        cure(() ->
            peers(name)
                .forEach(peer -> {
                  cluster.network().open(name, peer);
                  cluster.network().open(peer, name);
                }));
      }
      case SLOW_LINK -> {
        cluster.network().delay(name, other, Duration.ofMillis(20), Duration.ofMillis(300));
        cure(() ->
            cluster
                .network()
                .delay(name, other, Duration.ofNanos(50_000), Duration.ofNanos(400_000)));
      }
      case RESET -> cluster.network().reset(name, other);
      case SLOW_DISK -> {
        cluster.disk(node, 0).slow(200);
        cure(() -> cluster.disk(node, 0).heal());
      }
      // Of one machine alone, so that there is always a replica with the right bytes.
      case BIT_FLIP -> cluster.flipBit(0).ifPresent(where -> scheduler.event("fault", where));
      case SYNC_ERROR, WRITE_ERROR, READ_ERROR -> breakDisk(kind, node);
    }
  }

  /** A store that was told of an error stops; it is taken back by a restart. */
  private void breakDisk(Kind kind, int node) {
    int disk = random.nextInt(cluster.plan().disks());
    switch (kind) {
      case SYNC_ERROR -> cluster.disk(node, disk).failSyncs();
      case WRITE_ERROR -> cluster.disk(node, disk).failWrites();
      case READ_ERROR -> cluster.disk(node, disk).failReads();
      default -> throw new IllegalArgumentException(kind + " is no fault of a disk");
    }
    cure(() -> {
      cluster.disk(node, disk).heal();
      cluster.kill(node);
      cluster.start(node);
    });
  }

  private String other(int node) {
    int chosen = random.nextInt(cluster.plan().nodes() - 1 + cluster.frontends().size());
    if (chosen < cluster.plan().nodes() - 1) {
      return cluster.machine(chosen < node ? chosen : chosen + 1);
    }
    return cluster.frontends().get(chosen - (cluster.plan().nodes() - 1)).process().name();
  }

  private List<String> peers(String name) {
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < cluster.plan().nodes(); i++) {
      peers.add(cluster.machine(i));
    }
    cluster.frontends().forEach(frontend -> peers.add(frontend.process().name()));
    peers.remove(name);
    return peers;
  }

  private void cure(Runnable cure) {
    cures.add(cure);
    fate.schedule(
        Duration.ofNanos(random.nextLong(LONGEST.toNanos())),
        () -> {
          if (cures.remove(cure)) {
            cure.run();
          }
        });
  }

  /** Takes all faults away at once. */
  void end() {
    List<Runnable> left = List.copyOf(cures);
    cures.clear();
    left.forEach(Runnable::run);
  }
}
