package io.aumbry.tests.simulation.scenario;

import io.aumbry.cluster.lock.MemoryLocks;
import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookRunner;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceExecutor;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.cluster.maintenance.MaintenanceStore;
import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.deploy.operator.maintenance.ObservedSite;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.tests.simulation.cluster.SimulatedOperator;
import io.aumbry.tests.simulation.load.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The maintenance of a simulated cluster: the product's executor, analysis and observation. Its
 * hook before an upgrade takes some seconds. The hook of the upgrade kills a machine, and starts it
 * again some seconds later.
 */
final class SimulatedMaintenance {
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration HOOK = Duration.ofSeconds(3);

  /** The disks of simulated machines stay, so that maintenance drains none. */
  private static final NodeDrain NO_DRAIN =
      new NodeDrain(
          new CoordinatorClient(
              ClusterAddress.of("simulated", "none:1"),
              () -> {
                throw new IOException("a simulated cluster has no ZooKeeper");
              }));

  private final Stage stage;
  private final MemoryLocks locks;
  private MaintenanceTable table = MaintenanceTable.EMPTY;
  private Optional<Executor> executor = Optional.empty();
  private int executors;
  private int batches;

  private final SortedSet<String> upgraded = new TreeSet<>();

  SimulatedMaintenance(Stage stage) {
    this.stage = stage;
    this.locks = new MemoryLocks(stage.cluster().operator("clock").process().time());
  }

  /** Orders the upgrade of hosts, and starts an executor. */
  void start(SortedSet<String> hosts) {
    Duration longest = Duration.ofMinutes(30);
    MaintenanceOrder order =
        new MaintenanceOrder(
            "upgrade",
            "ann",
            "upgrade",
            hosts,
            Map.of(HostStep.BEFORE, List.of("wait", "sync"), HostStep.UPGRADE, List.of("restart")),
            MaintenanceOrder.Parameters.NONE,
            new MaintenanceOrder.Limits(
                new ImpactLimits(100, 100, OptionalInt.empty(), false),
                MaintenanceHours.ANY,
                0,
                10,
                new MaintenanceOrder.Times(
                    Duration.ofHours(1), Duration.ofMinutes(2), longest, longest),
                MachineRule.DEFAULT));
    table = table.start(order, stage.wallMillis());
    startExecutor();
  }

  /**
   * Starts an executor. If there is one already, it dies, and the machines of its hooks stay as
   * they are.
   */
  void startExecutor() {
    executor.ifPresent(before -> before.operator.process().kill());
    Executor next = new Executor(stage.cluster().operator("operator-" + ++executors));
    executor = Optional.of(next);
    next.operator.process().start("executor", next::run);
  }

  MaintenanceWorkflow workflow() {
    return table.workflow().orElseThrow();
  }

  boolean isOver() {
    return workflow().state().isEnd();
  }

  /** The hosts for which the hook of the upgrade has ended. */
  SortedSet<String> upgraded() {
    return upgraded;
  }

  /** Whether a machine is down for its upgrade. */
  boolean hasMachineDown() {
    return executor.filter(each -> each.hooks.hasMachineDown()).isPresent();
  }

  /** The hosts of the batch that has begun since the last call, or none. */
  SortedSet<String> begun() {
    if (workflow().batch().count() == batches) {
      return new TreeSet<>();
    }
    batches = workflow().batch().count();
    return workflow().working();
  }

  /** Stops and starts machines for the hooks. Must be called often, outside of all processes. */
  void look() {
    executor.ifPresent(each -> each.hooks.look());
  }

  private final class Executor {
    private final SimulatedOperator operator;
    private final Hooks hooks = new Hooks();

    Executor(SimulatedOperator operator) {
      this.operator = operator;
    }

    void run() {
      DataCenter place = operator.views().current().dataCenters().getFirst();
      ClusterObserver observer =
          new ClusterObserver(
              "simulated",
              _ -> snapshot(operator.views().current(), place),
              operator.client(),
              operator.process(),
              PATIENCE);
      MaintenanceExecutor product =
          new MaintenanceExecutor(
              operator.process().name(),
              "ann",
              new MaintenanceExecutor.Tools(
                  new Store(),
                  locks,
                  new ObservedSite(observer, place, NO_DRAIN),
                  hooks,
                  operator.process().time(),
                  _ -> {}));
      while (!isOver()) {
        step(product);
        operator.process().pause(STEP);
      }
    }

    private void step(MaintenanceExecutor product) {
      try {
        product.step();
      } catch (AumbryException _) {
        // The next step tries again, as the command does.
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private ClusterSnapshot snapshot(ClusterView view, DataCenter place) {
    return new ClusterSnapshot(
        view, Map.of(), Map.of(), Map.of(), Map.of(), Map.of(place, locks.table()), Map.of());
  }

  private final class Store implements MaintenanceStore {
    @Override
    public MaintenanceTable read() {
      return table;
    }

    @Override
    public MaintenanceTable change(UnaryOperator<MaintenanceTable> change) {
      table = change.apply(table);
      return table;
    }
  }

  /** The hooks of one executor. */
  private final class Hooks implements HookRunner {
    /** By call, the time at which it ends; 0 until it has begun. */
    private final Map<HookCall, Long> running = new LinkedHashMap<>();

    private final Map<HookCall, HookResult> ended = new HashMap<>();

    boolean hasMachineDown() {
      return running.entrySet().stream()
          .anyMatch(each -> each.getKey().step() == HostStep.UPGRADE && each.getValue() > 0);
    }

    void look() {
      for (HookCall call : running.keySet().toArray(HookCall[]::new)) {
        long due = running.getOrDefault(call, 0L);
        if (due == 0) {
          begin(call);
        } else if (due <= stage.wallMillis()) {
          end(call);
        }
      }
    }

    private void begin(HookCall call) {
      if (call.step() == HostStep.UPGRADE) {
        stage.cluster().kill(stage.cluster().indexOf(call.host()));
      }
      running.put(call, stage.wallMillis() + HOOK.toMillis());
    }

    private void end(HookCall call) {
      if (call.step() == HostStep.UPGRADE) {
        stage.cluster().start(stage.cluster().indexOf(call.host()));
        upgraded.add(call.host());
      }
      running.remove(call);
      ended.put(call, new HookResult(HookResult.Verdict.DONE, ""));
    }

    @Override
    public Optional<String> problem(MaintenanceOrder order) {
      return Optional.empty();
    }

    @Override
    public void actAs(long number) {}

    /** An executor dies in these simulations, and does not hang. */
    @Override
    public void allowUntil(long monotonicNanos) {}

    @Override
    public void start(HookCall call, MaintenanceOrder order, long lock) {
      running.put(call, 0L);
    }

    @Override
    public Map<HookCall, HookResult> ended() {
      return Map.copyOf(ended);
    }

    @Override
    public void forget(HookCall call) {
      ended.remove(call);
    }

    @Override
    public boolean isRunning(String host) {
      return running.keySet().stream().anyMatch(call -> call.host().equals(host))
          || ended.keySet().stream().anyMatch(call -> call.host().equals(host));
    }

    @Override
    public void stopAll() {
      running.clear();
      ended.clear();
    }
  }
}
