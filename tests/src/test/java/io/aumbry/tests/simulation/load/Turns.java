package io.aumbry.tests.simulation.load;

import io.aumbry.deploy.simulate.NumberSet;

/** The numbers of one client's operations. All operations of a run are numbered. */
final class Turns {
  private final NumberSet included;
  private final int step;
  private int number;

  /**
   * @param included operations of all clients that are to be performed
   * @param client from 0 to {@code clients} - 1
   */
  Turns(NumberSet included, int client, int clients) {
    this.included = included;
    this.step = clients;
    this.number = client;
  }

  /**
   * Advances to the next operation.
   *
   * @return whether it or a later one is to be performed
   */
  boolean next() {
    number += step;
    return included.goesOnFrom(number);
  }

  boolean mayAct() {
    return included.contains(number);
  }

  int number() {
    return number;
  }
}
