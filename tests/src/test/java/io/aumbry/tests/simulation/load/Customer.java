package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Someone who does one thing after the other, mostly at one frontend, now and then at another one,
 * of whatever data centre. A frontend that ends meanwhile does not answer.
 */
final class Customer {
  /** Longer than any request takes. */
  private static final Duration PATIENCE = Client.PATIENCE.multipliedBy(2);

  private static final int ONE_ELSEWHERE_IN = 4;

  private final SimulatedProcess process;
  private final SimulatedCluster cluster;
  private final Ledger ledger;
  private final Tally tally;
  private final Media media;
  private final SplittableRandom chances;

  /** At which it mostly asks. */
  private final int usual;

  Customer(
      SimulatedProcess process, int usual, SplittableRandom chances, Surroundings surroundings) {
    this.process = process;
    this.usual = usual;
    this.chances = chances;
    this.cluster = surroundings.cluster();
    this.ledger = surroundings.ledger();
    this.tally = surroundings.tally();
    this.media = surroundings.media();
  }

  /** What all of them share. */
  record Surroundings(SimulatedCluster cluster, Ledger ledger, Tally tally, Media media) {}

  /** Does things until it is told to stop, or knows that it has nothing to do any more. */
  void run(Duration mostBetween, Turns turns) {
    for (boolean more = true; more && !tally.isOver(); more = turns.next()) {
      // For one operation, so that none hangs on what others were chosen to be.
      RandomGenerator random = chances.split();
      process.pause(Duration.ofNanos(random.nextLong(mostBetween.toNanos())));
      if (turns.mayAct()) {
        act(random);
      }
    }
  }

  private void act(RandomGenerator random) {
    int all = cluster.frontends().size();
    boolean elsewhere = random.nextInt(ONE_ELSEWHERE_IN) == 0;
    SimulatedFrontend frontend =
        cluster.frontends().get(elsewhere ? random.nextInt(all) : usual % all);
    Client client = new Client(frontend, ledger, random, tally, media);
    Mailbox<Boolean> done = new Mailbox<>();
    frontend
        .process()
        .start(
            "request",
            () -> {
              client.act();
              done.post(true);
            });
    done.take(Deadline.after(PATIENCE, process.time()), process);
  }
}
