package io.aumbry.tests.simulation.load;

import io.aumbry.deploy.simulate.Numbers;

/** The operations of one client, numbered with those of all others. */
final class Turns {
  private final Numbers kept;
  private final int step;
  private int number;

  /**
   * @param kept operations of all clients that are to happen
   * @param client from 0 to {@code clients} - 1
   */
  Turns(Numbers kept, int client, int clients) {
    this.kept = kept;
    this.step = clients;
    this.number = client;
  }

  /** Goes on to the next one; answers whether it or a later one is to happen. */
  boolean next() {
    number += step;
    return kept.goesOnFrom(number);
  }

  boolean mayAct() {
    return kept.contains(number);
  }

  /** Of the operation whose turn it is. */
  int number() {
    return number;
  }
}
