package io.aumbry.tests.simulation.ledger;

import io.aumbry.tests.simulation.engine.Finding;
import java.time.Instant;
import java.util.function.Consumer;

/** Reports claims that have no foundation. */
final class Alarm {
  private final ClusterFacts facts;
  private final Consumer<Finding> found;

  Alarm(ClusterFacts facts, Consumer<Finding> found) {
    this.facts = facts;
    this.found = found;
  }

  /**
   * Reports a claim.
   *
   * @param speaker the replica that makes the claim
   * @param claim text of the claim, formatted only here
   * @param missing the foundation that is missing
   */
  void raise(Object speaker, Object claim, String missing) {
    found.accept(
        new Finding(
            "unfounded claim at %s: %s says \"%s\", but %s"
                .formatted(Instant.ofEpochMilli(facts.nowMillis()), speaker, claim, missing)));
  }
}
