package io.aumbry.tests.simulation;

import io.aumbry.deploy.simulate.Simulator;
import io.aumbry.tests.simulation.instrument.ReachedCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs clusters and reports the code and the states that each run reached. */
final class ClusterReach implements Simulator.Reach {
  private final Simulator simulator;
  private final ReachedCode code = new ReachedCode();

  ClusterReach(Simulator simulator) {
    this.simulator = simulator;
  }

  @Override
  public Simulator.Reached run(Simulator.Plan plan) {
    ReachedStates states = new ReachedStates();
    code.begin();
    Simulator.Outcome outcome = simulator.run(plan, states);
    Set<Long> all = new HashSet<>(code.end());
    // Code numbers are non-negative, so the sign bit separates states from code.
    states.reached().forEach(state -> all.add(state | Long.MIN_VALUE));
    return new Simulator.Reached(outcome, all);
  }

  @Override
  public List<String> never() {
    return code.never();
  }
}
