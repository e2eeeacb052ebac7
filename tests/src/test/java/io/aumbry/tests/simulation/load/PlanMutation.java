package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.load.Fault.Aim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Changes one aspect of the plan of a run. A number determines the change, so a plan is described
 * by its seed and the numbers of its mutations, in order.
 *
 * <p>Mutations change faults and load, and adopt the cluster of another seed. They keep the machine
 * that may lose data.
 */
final class PlanMutation {
  private static final long STREAM = 0x9E3779B97F4A7C15L;
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /** Bounds the length of a run. */
  private static final int MOST_FAULTS = 200;

  private final RunPlan plan;
  private final SplittableRandom random;

  private PlanMutation(RunPlan plan, long number) {
    this.plan = plan;
    this.random = new SplittableRandom(number * STREAM + plan.faults().size());
  }

  static RunPlan apply(long seed, List<Integer> mutations) {
    RunPlan plan = RunPlan.of(seed);
    for (int number : mutations) {
      plan = new PlanMutation(plan, seed + number).mutated();
    }
    return plan;
  }

  private RunPlan mutated() {
    return switch (random.nextInt(9)) {
      case 0 -> with(dropped());
      case 1 -> with(repeated());
      case 2 -> with(changed(fault -> copy(fault, anywhere(), fault.node(), fault.span())));
      case 3 -> with(changed(fault -> copy(fault, fault.at(), anyNode(), fault.span())));
      case 4 -> with(changed(fault -> copy(fault, fault.at(), fault.node(), until(LONGEST))));
      case 5 -> with(spliced());
      case 6 -> withLoad();
      case 7 -> with(changed(this::aimed));
      default -> withClusterOfAnother();
    };
  }

  private List<Fault> dropped() {
    List<Fault> faults = new ArrayList<>(plan.faults());
    if (!faults.isEmpty()) {
      faults.remove(random.nextInt(faults.size()));
    }
    return faults;
  }

  private List<Fault> repeated() {
    List<Fault> faults = new ArrayList<>(plan.faults());
    if (!faults.isEmpty()) {
      Fault fault = any(faults);
      Duration soon = fault.at().plus(until(fault.span().plusMillis(500)));
      Duration at = random.nextBoolean() ? soon : anywhere();
      int node = random.nextBoolean() ? fault.node() : anyNode();
      faults.add(copy(fault, at, node, fault.span()));
    }
    return faults;
  }

  private List<Fault> changed(UnaryOperator<Fault> change) {
    List<Fault> faults = new ArrayList<>(plan.faults());
    if (!faults.isEmpty()) {
      int chosen = random.nextInt(faults.size());
      faults.set(chosen, change.apply(faults.get(chosen)));
    }
    return faults;
  }

  private List<Fault> spliced() {
    RunPlan other = RunPlan.of(random.nextInt(1, 100_000));
    List<Fault> faults = new ArrayList<>(plan.faults());
    other.faults().stream()
        .filter(fault -> plan.cluster().dataCenters() > 1 || !fault.kind().isBetweenDataCenters())
        .filter(_ -> random.nextInt(3) == 0)
        .map(fault -> copy(fault, fault.at(), anyNode(), fault.span()))
        .forEach(faults::add);
    return faults;
  }

  private RunPlan withLoad() {
    RunPlan.Load load = plan.load();
    double seconds = Math.clamp(load.seconds() * random.nextDouble(0.5, 2), 0.5, 12);
    Duration between = Duration.ofMillis(random.nextInt(20, 300));
    return made(
        plan.cluster(),
        new RunPlan.Load(
            load.clients(), seconds, load.nights(), load.night(), load.away(), between),
        plan.faults());
  }

  /** Adopts other constants, such as sizes of segments and queues, and keeps the shape. */
  private RunPlan withClusterOfAnother() {
    return made(
        RunPlan.of(random.nextInt(1, 100_000)).cluster().with(plan.cluster().shape()),
        plan.load(),
        plan.faults());
  }

  private RunPlan with(List<Fault> faults) {
    return made(plan.cluster(), plan.load(), faults);
  }

  private RunPlan made(ClusterPlan cluster, RunPlan.Load load, List<Fault> faults) {
    List<Fault> ordered =
        faults.stream().sorted(Comparator.comparing(Fault::at)).limit(MOST_FAULTS).toList();
    List<Fault> numbered = new ArrayList<>();
    for (Fault fault : ordered) {
      numbered.add(numbered(fault, numbered.size()));
    }
    return new RunPlan(cluster, load, plan.calm(), plan.damaged(), numbered, plan.chances());
  }

  private Fault copy(Fault fault, Duration at, int node, Duration span) {
    int other = Math.min(fault.other(), plan.cluster().nodes() + plan.cluster().frontends() - 2);
    int disk = Math.min(fault.disk(), plan.cluster().disks() - 1);
    Fault.Target target = new Fault.Target(fault.aim(), node, other, disk);
    return new Fault(fault.number(), at, fault.kind(), target, span);
  }

  private Fault aimed(Fault fault) {
    List<Aim> aims = List.of(Aim.values());
    Aim aim = aims.get(random.nextInt(aims.size()));
    Fault.Target target = new Fault.Target(aim, fault.node(), fault.other(), fault.disk());
    return new Fault(fault.number(), fault.at(), fault.kind(), target, fault.span());
  }

  private static Fault numbered(Fault fault, int number) {
    return new Fault(number, fault.at(), fault.kind(), fault.target(), fault.span());
  }

  private Fault any(List<Fault> faults) {
    return faults.get(random.nextInt(faults.size()));
  }

  private int anyNode() {
    return random.nextInt(plan.cluster().nodes());
  }

  private Duration anywhere() {
    return until(plan.load().all());
  }

  private Duration until(Duration most) {
    return Duration.ofNanos(random.nextLong(Math.max(1, most.toNanos())));
  }
}
