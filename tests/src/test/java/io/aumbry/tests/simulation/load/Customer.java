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
 * A user that performs one operation after the other, mostly at one frontend and sometimes at
 * another, in any data centre. A frontend that ends during a request does not answer.
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

  /** The objects that all customers share. */
  record Surroundings(SimulatedCluster cluster, Ledger ledger, Tally tally, Media media) {}

  /** Performs operations until the load ends or no later operation is to be performed. */
  void run(Duration mostBetween, Turns turns) {
    for (boolean more = true; more && !tally.isOver(); more = turns.next()) {
      // Each operation has a generator of its own, so that leaving out one does not change the
      // others.
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
