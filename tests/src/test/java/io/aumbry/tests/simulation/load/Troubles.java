package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.MediumDamage;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.disk.DiskFaults;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.load.Fault.Kind;
import io.aumbry.tests.simulation.network.Delay;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Faults that befall a cluster, one or more at a time, until they are told to end. */
final class Troubles {
  private static final long MAX_JUMP_MILLIS = 2_000;

  private static final Delay SLOW = new Delay(Duration.ofMillis(20), Duration.ofMillis(300));

  /** Left on a disk that is full for a while: up to the reserve, or a little more. */
  private static final long BYTES_PER_MILLI = 300;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Tally tally;

  /** The machine whose disks may lose what is on them, or a bit of it. */
  private final int damaged;

  private final SiteTroubles sites;
  private final CoordinationTroubles coordination;

  /** Not of the cluster; its timers bring faults and take them away. */
  private final SimulatedProcess fate;

  private final List<Runnable> cures = new ArrayList<>();

  /** Whether the last of those planned has struck. */
  private boolean struck;

  Troubles(SimulatedScheduler scheduler, SimulatedCluster cluster, Tally tally, int damaged) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.tally = tally;
    this.damaged = damaged;
    this.fate = SimulatedProcess.outside(scheduler, "fate");
    this.sites = new SiteTroubles(cluster, this::cure);
    this.coordination = new CoordinationTroubles(scheduler, cluster, this::cure);
  }

  /** Brings these faults, each in its time from now. */
  void begin(List<Fault> faults) {
    long start = scheduler.now();
    fate.start(
        "faults",
        () -> {
          for (Fault fault : faults) {
            fate.pause(fault.at().minusNanos(scheduler.now() - start));
            if (!tally.isOver()) {
              strike(fault);
            }
          }
          struck = true;
        });
  }

  /** Whether none is left to come. */
  boolean haveStruck() {
    return struck;
  }

  private void strike(Fault fault) {
    String name = cluster.machine(fault.node());
    String other = other(fault);
    scheduler.event("fault", fault.number() + ": " + fault.kind() + " " + name + " " + other);
    if (hits(fault, name, other)) {
      tally.fault(fault.kind().name());
    }
  }

  /** Brings it; answers whether there was something for it to befall. */
  private boolean hits(Fault fault, String name, String other) {
    return switch (fault.kind()) {
      case KILL, POWER, NEW_DISKS, LOSE_MACHINE -> end(fault);
      case JOIN, DRAIN, LOSE_SESSION, STOP_COORDINATOR, KILL_FRONTEND, STALL, NEW_LEADER ->
          coordination.strike(fault);
      case POWER_OF_SITE, ISOLATE_SITE, BLOCK_SITE_ONE_WAY, SLOW_SITES -> sites.strike(fault);
      case BLOCK_ONE_WAY, CUT_OFF, SLOW_LINK, RESET -> {
        disturb(fault, name, other);
        yield true;
      }
      case SLOW_DISK, FULL_DISK, SYNC_ERROR, WRITE_ERROR, READ_ERROR, BAD_SECTOR ->
          breakDisks(fault);
      // Of one machine alone, so that there is always a replica with the right bytes.
      case BIT_FLIP -> damage(MediumDamage.Kind.FLIPPED_BIT);
      case STALE_BLOCK -> damage(MediumDamage.Kind.STALE_BLOCK);
      case MISDIRECTED_WRITE -> damage(MediumDamage.Kind.MISDIRECTED_WRITE);
      case MOVE -> isSaid(cluster.move(fault.node(), fault.other()));
      case CLOCK_JUMP -> {
        long millis = fault.span().toMillis() % MAX_JUMP_MILLIS * (fault.disk() == 0 ? 1 : -1);
        cluster.jumpClock(fault.node(), millis);
        cure(fault, () -> cluster.jumpClock(fault.node(), -millis));
        yield true;
      }
      case OLD_VIEW -> {
        cluster.holdView(other);
        cure(fault, () -> cluster.showView(other));
        yield true;
      }
      case PARTIAL_VIEW -> {
        cluster.hide(other, name);
        cure(fault, () -> cluster.hide(other, ""));
        yield true;
      }
    };
  }

  private boolean damage(MediumDamage.Kind kind) {
    return !cluster.isLost(damaged) && isSaid(cluster.damage(damaged, kind));
  }

  private boolean isSaid(Optional<String> what) {
    what.ifPresent(said -> scheduler.event("fault", said));
    return what.isPresent();
  }

  /** Whether there was a process, or a machine, to be ended. */
  private boolean end(Fault fault) {
    boolean isThere =
        switch (fault.kind()) {
          case NEW_DISKS, LOSE_MACHINE -> !cluster.isLost(damaged);
          default -> cluster.isRunning(fault.node());
        };
    if (isThere) {
      endNow(fault);
    }
    return isThere;
  }

  private void endNow(Fault fault) {
    switch (fault.kind()) {
      case KILL -> {
        cluster.kill(fault.node());
        cure(fault, () -> cluster.start(fault.node()));
      }
      case POWER -> {
        cluster.cutPower(fault.node());
        cure(fault, () -> cluster.start(fault.node()));
      }
      case NEW_DISKS -> {
        cluster.kill(damaged);
        cluster.replaceDisks(damaged);
        cure(fault, () -> cluster.start(damaged));
      }
      case LOSE_MACHINE -> {
        cluster.lose(damaged);
        cure(fault, () -> cluster.replace(damaged));
      }
      default -> throw new IllegalArgumentException(fault + " ends no process");
    }
  }

  private void disturb(Fault fault, String name, String other) {
    SimulatedNetwork network = cluster.network();
    switch (fault.kind()) {
      case BLOCK_ONE_WAY -> {
        network.block(name, other);
        cure(fault, () -> network.open(name, other));
      }
      case CUT_OFF -> {
        peers(name)
            .forEach(peer -> {
              network.block(name, peer);
              network.block(peer, name);
            });
        cure(
            fault,
            () ->
                peers(name)
                    .forEach(peer -> {
                      network.open(name, peer);
                      network.open(peer, name);
                    }));
      }
      case SLOW_LINK -> {
        network.delay(name, other, SLOW);
        cure(fault, () -> network.delayAsUsual(name, other));
      }
      case RESET -> network.reset(name, other);
      default -> throw new IllegalArgumentException(fault + " is none of the network");
    }
  }

  /**
   * Of one machine; or of two at once, when the other end is one. Where replicas of a disk that
   * fails are made anew on others it is one machine in all: what failed is lost then.
   */
  private boolean breakDisks(Fault fault) {
    if (stopsStores(fault) && cluster.plan().upkeep().rebuilds()) {
      return breaksDisk(fault, damaged, fault.disk());
    }
    boolean hits = breaksDisk(fault, fault.node(), fault.disk());
    if (fault.other() < cluster.plan().nodes() - 1) {
      hits |= breaksDisk(fault, otherMachine(fault), fault.disk());
    }
    return hits;
  }

  /** A store that was told of an error stops; it is taken back by a restart. */
  private boolean breaksDisk(Fault fault, int node, int slot) {
    boolean hits = !cluster.isLost(node);
    DiskFaults disk = cluster.disk(node, slot);
    switch (fault.kind()) {
      case SLOW_DISK -> disk.slow(200);
      case FULL_DISK -> cluster.fill(node, slot, fault.span().toMillis() * BYTES_PER_MILLI);
      case SYNC_ERROR -> disk.failSyncs();
      case WRITE_ERROR -> disk.failWrites();
      case READ_ERROR -> disk.failReads();
      case BAD_SECTOR -> hits &= isSaid(cluster.breakSector(node, slot));
      default -> throw new IllegalArgumentException(fault + " is none of a disk");
    }
    cure(
        fault,
        () -> {
          disk.heal();
          if (stopsStores(fault)) {
            cluster.kill(node);
            cluster.start(node);
          }
        });
    return hits;
  }

  private static boolean stopsStores(Fault fault) {
    return fault.kind() != Kind.SLOW_DISK && fault.kind() != Kind.FULL_DISK;
  }

  private static int otherMachine(Fault fault) {
    return fault.other() < fault.node() ? fault.other() : fault.other() + 1;
  }

  private String other(Fault fault) {
    int machines = cluster.plan().nodes() - 1;
    int chosen = fault.other();
    return chosen < machines
        ? cluster.machine(otherMachine(fault))
        : "frontend-" + (chosen - machines);
  }

  private List<String> peers(String name) {
    List<String> peers = new ArrayList<>();
    cluster.machines().forEach(machine -> peers.add(machine.name()));
    cluster.frontends().forEach(frontend -> peers.add(frontend.process().name()));
    peers.remove(name);
    return peers;
  }

  private void cure(Fault fault, Runnable cure) {
    cures.add(cure);
    fate.schedule(
        fault.span(),
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
