package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The clients of a run that use names, and the faults of the catalog and the frontends. */
final class NameLoad {
  /** Each of four faults hits one upload of this number when its blob is stored. */
  private static final int ONE_STRUCK_IN = 15;

  /** Longer than any request takes. */
  /** One stall of this number lasts until the lease of the frontend is fenced. */
  private static final int ONE_FENCED_IN = 2;

  private static final Duration PATIENCE = Client.PATIENCE.multipliedBy(2);

  /** The container that is deleted during a run. */
  private static final DeletedContainer.Key DOOMED = new DeletedContainer.Key(1, 2);

  private static final int MOST_DOOMED = 20;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final SimulatedCatalog catalog;
  private final NamePlan plan;
  private final NamedClient.Subject subject;
  private final SimulatedProcess faults;
  private final SplittableRandom faultChances;
  private final List<Runnable> cures = new ArrayList<>();

  /** The parts of a run. */
  record Parts(SimulatedScheduler scheduler, SimulatedCluster cluster, SimulatedCatalog catalog) {}

  NameLoad(Parts parts, NamePlan plan, Ledger ledger, Tally tally, Media media) {
    this.scheduler = parts.scheduler();
    this.cluster = parts.cluster();
    this.catalog = parts.catalog();
    this.plan = plan;
    NameLedger names = new NameLedger(scheduler, ledger);
    this.subject = new NamedClient.Subject(names, ledger, tally, media, this::strikeBeforeCommit);
    this.faults = SimulatedProcess.outside(scheduler, "faults of names");
    this.faultChances = plan.chances().split();
    catalog.onCommit(names::committed);
    catalog.onTrash(names::trashed);
  }

  void begin(Duration mostBetween) {
    catalog.faulty(true);
    for (int i = 0; i < plan.clients(); i++) {
      SimulatedProcess process = SimulatedProcess.outside(scheduler, "named client-" + i);
      SplittableRandom chances = plan.chances().split();
      process.start("load", () -> run(process, chances, mostBetween));
    }
    faults.start("faults", this::strike);
    SimulatedProcess owner = SimulatedProcess.outside(scheduler, "owner of a container");
    SplittableRandom chances = plan.chances().split();
    owner.start("load", () -> fillAndDelete(owner, chances, mostBetween));
  }

  /** Stores blobs in a container of their own, and then deletes the container. */
  private void fillAndDelete(
      SimulatedProcess owner, SplittableRandom chances, Duration mostBetween) {
    int blobs = chances.nextInt(1, MOST_DOOMED);
    for (int i = 0; i < blobs && !subject.tally().isOver(); i++) {
      owner.pause(Duration.ofNanos(1 + chances.nextLong(mostBetween.toNanos() / 2)));
      List<SimulatedFrontend> all = cluster.frontends();
      SimulatedFrontend frontend = all.get(chances.nextInt(all.size()));
      int size = chances.nextInt(1, cluster.plan().largestBlob());
      Mailbox<Boolean> done = new Mailbox<>();
      frontend
          .process()
          .start(
              "doomed request",
              () -> {
                putDoomed(frontend, size);
                done.post(true);
              });
      done.take(Deadline.after(PATIENCE, owner.time()), owner);
    }
    scheduler.event("owner", "deletes " + DOOMED);
    catalog.deleteContainer(DOOMED);
  }

  private static void putDoomed(SimulatedFrontend frontend, int size) {
    try (ByteSource body = Uploads.body(frontend, KeptBlob.content(1, size))) {
      frontend
          .router()
          .put(
              Uploads.into(DOOMED.container(), frontend, size),
              body,
              frontend.context(Client.PATIENCE));
    } catch (AumbryException _) {
      // Some copies may be stored. They are to be removed, too.
    }
  }

  private void run(SimulatedProcess process, SplittableRandom chances, Duration mostBetween) {
    while (!subject.tally().isOver()) {
      SplittableRandom random = chances.split();
      process.pause(Duration.ofNanos(1 + random.nextLong(mostBetween.toNanos() / 2)));
      List<SimulatedFrontend> all = cluster.frontends();
      SimulatedFrontend frontend = all.get(random.nextInt(all.size()));
      String key = "name-" + random.nextInt(plan.keys());
      Mailbox<Boolean> done = new Mailbox<>();
      frontend
          .process()
          .start(
              "named request",
              () -> {
                new NamedClient(frontend, subject, random).act(key);
                done.post(true);
              });
      done.take(Deadline.after(PATIENCE, process.time()), process);
    }
  }

  private void strike() {
    while (!subject.tally().isOver()) {
      faults.pause(Duration.ofMillis(faultChances.nextInt(200, 4000)));
      if (!subject.tally().isOver()) {
        strike(faultChances.split());
      }
    }
  }

  private void strike(RandomGenerator random) {
    int frontend = random.nextInt(cluster.frontends().size());
    Duration span =
        Duration.ofMillis(
            random.nextInt(10) == 0 ? random.nextInt(50, 6000) : random.nextInt(50, 800));
    switch (random.nextInt(3)) {
      case 0 -> takeDown(span);
      case 1 -> {
        cluster.killFrontend(frontend);
        cure(span, () -> cluster.startFrontend(frontend));
      }
      default -> {
        SimulatedFrontend stopped = cluster.frontends().get(frontend);
        Duration pause = random.nextInt(ONE_FENCED_IN) == 0 ? span.plus(untilFenced()) : span;
        scheduler.event(stopped.process().name(), "stands still for " + pause);
        cluster.stall(stopped, pause);
        cure(pause, () -> cluster.resume(stopped));
      }
    }
  }

  /** Time in which others see that a lease is not renewed, and fence it. */
  private Duration untilFenced() {
    return plan.config().lease().expiry().plus(plan.config().sweep().period().multipliedBy(2));
  }

  private void takeDown(Duration span) {
    scheduler.event("fault", "the catalog is down for " + span);
    catalog.down(true);
    cure(span, () -> catalog.down(false));
  }

  /**
   * Ends or stops a frontend or the catalog between the durable blob and the commit, or only the
   * upload.
   */
  private void strikeBeforeCommit(SimulatedFrontend frontend) {
    if (subject.tally().isOver()) {
      return;
    }
    SplittableRandom random = faultChances.split();
    SimulatedProcess process = frontend.process();
    Duration span = Duration.ofMillis(random.nextInt(1, 6000));
    switch (random.nextInt(ONE_STRUCK_IN)) {
      case 0 -> {
        int index = cluster.frontends().indexOf(frontend);
        faults.schedule(
            Duration.ZERO,
            () -> {
              cluster.killFrontend(index);
              cure(span, () -> cluster.startFrontend(index));
            });
        // The thread ends here, unless all faults end first.
        process.pause(span);
      }
      case 1 -> {
        scheduler.event(process.name(), "stands still before a commit for " + span);
        cluster.stall(frontend, span);
        cure(span, () -> cluster.resume(frontend));
        process.pause(Duration.ofMillis(1));
      }
      case 2 -> process.pause(span);
      case 3 -> takeDown(span.dividedBy(2));
      default -> {}
    }
  }

  private void cure(Duration span, Runnable cure) {
    cures.add(cure);
    faults.schedule(
        span,
        () -> {
          if (cures.remove(cure)) {
            cure.run();
          }
        });
  }

  /** Ends all faults. */
  void end() {
    faults.kill();
    List.copyOf(cures).forEach(Runnable::run);
    cures.clear();
    catalog.down(false);
    catalog.faulty(false);
  }

  NameLedger names() {
    return subject.names();
  }

  SimulatedCatalog catalog() {
    return catalog;
  }

  /** Reads all names at a frontend; returns whether all were answered. */
  boolean readAll(SimulatedFrontend frontend) {
    NamedClient client = new NamedClient(frontend, subject, scheduler.random());
    return subject.names().keys().stream().allMatch(client::get);
  }
}
