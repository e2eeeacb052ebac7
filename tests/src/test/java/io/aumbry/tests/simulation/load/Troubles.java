package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.MediumDamage;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.disk.DiskFaults;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.load.Fault.Aim;
import io.aumbry.tests.simulation.load.Fault.Kind;
import io.aumbry.tests.simulation.network.Delay;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies the faults of a run to the cluster, and ends them. */
final class Troubles {
  private static final long MAX_JUMP_MILLIS = 2_000;

  /** How often a fault looks for its target before it strikes elsewhere. */
  private static final int ATTEMPTS = 12;

  private static final Duration RETRY = Duration.ofMillis(120);

  private static final int ATTEMPTS_OF_COPY = 2_000;
  private static final Duration RETRY_OF_COPY = Duration.ofMillis(2);
  private static final int MOST_LOST = 2;

  private static final Delay SLOW = new Delay(Duration.ofMillis(20), Duration.ofMillis(300));

  /**
   * Room that is left on a full disk, per millisecond of the fault: up to the reserve or a little
   * more.
   */
  private static final long BYTES_PER_MILLI = 300;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Tally tally;

  /** Hit instead of a machine with data that must not be taken. */
  private final int damaged;

  private final Exposure exposure;
  private final Aims aims;
  private final SiteTroubles sites;
  private final CoordinationTroubles coordination;
  private final KnowledgeTroubles knowledge;

  /** Carries the timers of faults. Belongs to no machine. */
  private final SimulatedProcess fate;

  private final List<Runnable> cures = new ArrayList<>();

  private int lost;

  private int toCome;

  /**
   * @param damaged machine that loses data when the machine of a fault must not
   */
  Troubles(
      SimulatedScheduler scheduler,
      SimulatedCluster cluster,
      Tally tally,
      Ledger ledger,
      int damaged) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.tally = tally;
    this.damaged = damaged;
    this.fate = SimulatedProcess.outside(scheduler, "fate");
    this.exposure = new Exposure(scheduler, cluster, ledger);
    this.aims = new Aims(cluster, ledger, exposure);
    this.sites = new SiteTroubles(cluster, this::cure);
    this.coordination = new CoordinationTroubles(scheduler, cluster, this::cure);
    this.knowledge = new KnowledgeTroubles(scheduler, cluster, this::cure);
    ledger.allow(exposure::mayReturn);
  }

  void begin(List<Fault> faults) {
    toCome = faults.size();
    for (Fault fault : faults) {
      if (fault.kind().needsImages()) {
        fate.schedule(fault.copiedAt(), () -> knowledge.copyFor(fault));
      }
      fate.start(
          "fault",
          () -> {
            fate.pause(fault.at());
            strikeWhenPossible(fault);
            toCome--;
          });
    }
  }

  boolean tookFromSeveral() {
    return exposure.machinesStruck() > 1;
  }

  boolean maySpare(int machine) {
    return exposure.maySpare(machine);
  }

  boolean haveAllStruck() {
    return toCome == 0;
  }

  /**
   * Strikes the target of the aim as soon as it exists, or the drawn machine after 1.4 s without a
   * target. A bulk copy may take some milliseconds only, so it is looked for more often and longer.
   */
  private void strikeWhenPossible(Fault fault) {
    boolean isBrief = fault.aim() == Aim.COPYING;
    int attempts = isBrief ? ATTEMPTS_OF_COPY : ATTEMPTS;
    for (int i = 0; i < attempts && !tally.isOver(); i++) {
      Optional<Fault> aimed = aims.resolve(fault).flatMap(this::allowed);
      if (aimed.isPresent()) {
        strike(aimed.get(), fault.aim());
        return;
      }
      fate.pause(isBrief ? RETRY_OF_COPY : RETRY);
    }
    if (!tally.isOver()) {
      allowed(fault).ifPresent(here -> strike(here, Aim.NONE));
    }
  }

  /** Returns the fault on a machine with data that may be taken. */
  private Optional<Fault> allowed(Fault fault) {
    Exposure.Loss loss = exposure.lossBy(fault.kind());
    if (exposure.allows(fault.node(), loss)) {
      return Optional.of(fault);
    }
    return fault.aim() == Aim.NONE && exposure.allows(damaged, loss)
        ? Optional.of(fault.on(damaged))
        : Optional.empty();
  }

  private void strike(Fault fault, Aim aim) {
    String name = cluster.machine(fault.node());
    String other = other(fault);
    scheduler.event("fault", fault.number() + ": " + fault.kind() + " " + name + " " + other);
    aims.struck(fault);
    if (mayStrike(fault) && hits(fault, name, other)) {
      exposure.struck(fault.node(), exposure.lossBy(fault.kind()));
      tally.fault(fault.kind().name());
      tally.aimed(aim);
    }
  }

  /**
   * Stores that answer before they sync may have the only copies of changes. {@link UnsyncedWrites}
   * tracks losses of power only.
   */
  private boolean mayStrike(Fault fault) {
    return cluster.plan().isSynced() || !fault.kind().takesRecords();
  }

  /**
   * Applies a fault.
   *
   * @return whether it had an effect
   */
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
      case BIT_FLIP -> damage(fault, MediumDamage.Kind.FLIPPED_BIT);
      case STALE_BLOCK -> damage(fault, MediumDamage.Kind.STALE_BLOCK);
      case MISDIRECTED_WRITE -> damage(fault, MediumDamage.Kind.MISDIRECTED_WRITE);
      case OLD_DISK, OLD_STORE, LOST_TAIL, LOST_STORE, LOST_HORIZON -> knowledge.strike(fault);
      case MOVE -> isReported(cluster.move(fault.node(), fault.other()));
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

  private boolean damage(Fault fault, MediumDamage.Kind kind) {
    return !cluster.isLost(fault.node()) && isReported(cluster.damage(fault.node(), kind));
  }

  private boolean isReported(Optional<String> message) {
    message.ifPresent(text -> scheduler.event("fault", text));
    return message.isPresent();
  }

  /**
   * Ends a process or a machine.
   *
   * @return whether there was one
   */
  private boolean end(Fault fault) {
    boolean isThere =
        switch (fault.kind()) {
          case NEW_DISKS -> !cluster.isLost(fault.node());
          case LOSE_MACHINE -> !cluster.isLost(fault.node()) && lost++ < MOST_LOST;
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
        cluster.kill(fault.node());
        cluster.replaceDisks(fault.node());
        cure(fault, () -> cluster.start(fault.node()));
      }
      case LOSE_MACHINE -> {
        cluster.lose(fault.node());
        cure(fault, () -> cluster.replace(fault.node()));
      }
      default -> throw new IllegalArgumentException(fault + " is not a fault of processes");
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
      default -> throw new IllegalArgumentException(fault + " is not a fault of the network");
    }
  }

  /**
   * Breaks a disk of one machine, or of two at once if the other end is a machine. It breaks only
   * one if the stores on that disk may be lost.
   */
  private boolean breakDisks(Fault fault) {
    if (stopsStores(fault) && cluster.plan().replacesFailedStores()) {
      return breaksDisk(fault, fault.node(), fault.disk());
    }
    boolean hits = breaksDisk(fault, fault.node(), fault.disk());
    if (fault.other() < cluster.plan().nodes() - 1) {
      hits |= breaksDisk(fault, otherMachine(fault), fault.disk());
    }
    return hits;
  }

  /** A store that got an error stops, and only a restart reopens it. */
  private boolean breaksDisk(Fault fault, int node, int slot) {
    boolean hits = !cluster.isLost(node);
    DiskFaults disk = cluster.disk(node, slot);
    switch (fault.kind()) {
      case SLOW_DISK -> disk.slow(200);
      case FULL_DISK -> cluster.fill(node, slot, fault.span().toMillis() * BYTES_PER_MILLI);
      case SYNC_ERROR -> disk.failSyncs();
      case WRITE_ERROR -> disk.failWrites();
      case READ_ERROR -> disk.failReads();
      case BAD_SECTOR -> hits &= isReported(cluster.breakSector(node, slot));
      default -> throw new IllegalArgumentException(fault + " is not a fault of a disk");
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
        : cluster.frontends().get(chosen - machines).process().name();
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

  void end() {
    List<Runnable> left = List.copyOf(cures);
    cures.clear();
    left.forEach(Runnable::run);
  }
}
