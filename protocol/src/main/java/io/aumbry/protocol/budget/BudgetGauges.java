package io.aumbry.protocol.budget;

import io.aumbry.protocol.metrics.Metrics;

/** The gauges of a budget, which are the same for each. */
public final class BudgetGauges {
  private BudgetGauges() {}

  /**
   * Registers the gauges.
   *
   * @param prefix of their names
   * @param resource in help texts
   * @param setting key of the limit
   */
  public static void show(
      Budget budget, Metrics metrics, String prefix, String resource, String setting) {
    metrics.gauge(
        prefix + "_held", "Bytes of " + resource + " in use, at most " + setting, budget::held);
    metrics.gauge(prefix + "_waiting", "Requests that wait for " + resource, budget::waiting);
    metrics.gauge(
        prefix + "_refused",
        "Requests refused because " + resource + ", or the share of their client, was used up",
        budget::refused);
    metrics.gauge(
        prefix + "_yielded",
        "Slow transfers ended because others waited for " + resource,
        budget::yielded);
    metrics.gauge(
        prefix + "_strained_seconds",
        "Duration of the current period of refusals for lack of all " + resource,
        () -> budget.strained().toMillis() / 1e3);
  }
}
