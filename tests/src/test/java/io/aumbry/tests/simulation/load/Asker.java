package io.aumbry.tests.simulation.load;

/**
 * The origin of a request.
 *
 * @param frontend the process that was asked
 * @param dataCenter the data centre of the frontend
 */
record Asker(String frontend, int dataCenter) {
  @Override
  public String toString() {
    return frontend;
  }
}
