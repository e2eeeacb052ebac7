package io.aumbry.tests.simulation;

import io.aumbry.deploy.simulate.Simulator;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.LoggedBugs;
import io.aumbry.tests.simulation.load.Run;
import io.aumbry.tests.simulation.threshold.ThresholdWatch;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The implementation of the simulator that {@code aumbry simulate} loads. */
public final class ClusterSimulator implements Simulator {
  @Override
  public Reach reach() {
    return new ClusterReach(this);
  }

  @Override
  public List<String> thresholds() {
    return ThresholdWatch.names();
  }

  @Override
  public Outcome run(Plan plan, Consumer<String> trace) {
    LoggedBugs.listen();
    Run run = new Run(plan, trace);
    Optional<String> finding = Optional.empty();
    try {
      run.perform();
    } catch (Finding found) {
      finding = Optional.of(String.valueOf(found.getMessage()));
    } catch (RuntimeException | Error bug) {
      throw new IllegalStateException(plan + ": " + bug, bug);
    }
    return new Outcome(
        plan,
        run.size(),
        new Events(
            run.trace().hash(),
            run.trace().events(),
            run.virtualSeconds(),
            run.idleSeconds(),
            run.preemptions(),
            run.trace().tail()),
        new Operations(run.tally().operations(), run.tally().underFaults(), run.tally().failures()),
        run.tally().faults(),
        run.crossed(),
        finding);
  }
}
