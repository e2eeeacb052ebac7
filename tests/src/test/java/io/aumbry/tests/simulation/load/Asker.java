package io.aumbry.tests.simulation.load;

/**
 * Who asked.
 *
 * @param frontend the process that was asked
 * @param dataCenter of that
 */
record Asker(String frontend, int dataCenter) {
  @Override
  public String toString() {
    return frontend;
  }
}
