package io.aumbry.cluster.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.protocol.error.AumbryException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workflows in a data centre in memory. */
class MaintenanceExecutorTest {
  static final Duration ROUND = Duration.ofSeconds(5);
  static final ImpactLimits ANYHOW = new ImpactLimits(50, 100, OptionalInt.empty(), false);

  static final ImpactLimits EVACUATED = new ImpactLimits(50, 100, OptionalInt.empty(), true);

  static MaintenanceOrder order(Collection<String> hosts, int mostSetAside, int attempts) {
    return order(hosts, ANYHOW, MaintenanceHours.ANY, mostSetAside, attempts);
  }

  static MaintenanceOrder order(
      Collection<String> hosts,
      ImpactLimits impact,
      MaintenanceHours hours,
      int mostSetAside,
      int attempts) {
    return new MaintenanceOrder(
        "order",
        "ann",
        "upgrade",
        new TreeSet<>(hosts),
        Map.of(HostStep.BEFORE, List.of("announce", "sync"), HostStep.UPGRADE, List.of("upgrade")),
        MaintenanceOrder.Parameters.NONE,
        new MaintenanceOrder.Limits(
            impact,
            hours,
            mostSetAside,
            attempts,
            new MaintenanceOrder.Times(
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                Duration.ofMinutes(10)),
            MachineRule.DEFAULT));
  }

  static MaintenanceOrder with(MaintenanceOrder order, Map<HostStep, List<String>> hooks) {
    return new MaintenanceOrder(
        order.id(),
        order.owner(),
        order.purpose(),
        order.hosts(),
        hooks,
        order.parameters(),
        order.limits());
  }

  /** Nine hosts in three zones; each partition has a replica in each zone. */
  static MaintenanceModel model(long seed) {
    MaintenanceModel model = new MaintenanceModel(seed);
    List.of("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3").forEach(model::add);
    for (int partition = 0; partition < 9; partition++) {
      model.partitions.add(
          new TreeSet<>(
              List.of(
                  "a" + (1 + partition % 3),
                  "b" + (1 + (partition + 1) % 3),
                  "c" + (1 + partition / 3))));
    }
    return model;
  }

  static void run(MaintenanceModel model, int rounds) throws Exception {
    run(model, model.executor(model.new Hooks()), rounds);
  }

  static void run(MaintenanceModel model, MaintenanceExecutor executor, int rounds)
      throws Exception {
    for (int round = 0; round < rounds && !model.workflow().state().isEnd(); round++) {
      executor.step();
      model.assertQuorums(new TreeSet<>());
      model.pass(ROUND);
    }
  }

  @Test
  void allHostsAreUpgradedZoneByZone() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 0, 3));
    run(model, 100);

    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(model.workflow().batch().count()).isEqualTo(3);
    assertThat(model.upgrades.keySet()).isEqualTo(model.hosts.keySet());
    assertThat(model.upgrades.values()).containsOnly(1);
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  @Test
  void aPausedWorkflowBeginsNoFurtherBatch() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 0, 3));
    run(model, 1);
    SortedSet<String> first = model.workflow().working();
    assertThat(first).containsExactly("a1", "a2", "a3");
    model.change(workflow -> workflow.pause("lunch", model.wallMillis()));
    run(model, 50);

    assertThat(model.workflow().hosts(List.of(HostStep.DONE))).isEqualTo(first);
    assertThat(model.workflow().waiting()).hasSize(6);
    model.change(workflow -> workflow.resume(model.wallMillis()));
    run(model, 100);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
  }

  @Test
  void anAbortedWorkflowEndsWhenItsHooksHaveEnded() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 9, 3));
    run(model, 1);
    model.change(workflow -> workflow.abort("wrong build", model.wallMillis()));
    run(model, 50);

    assertThat(model.workflow().state()).isEqualTo(State.ABORTED);
    assertThat(model.workflow().waiting()).hasSize(6);
    assertThat(model.workflow().working()).isEmpty();
    assertThat(model.upgrades).isEmpty();
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
    assertThat(model.table().ended()).hasSize(1);
  }

  @Test
  void noBatchBeginsWhileAHookIsMissing() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 0, 3));
    model.missingHooks.add("sync");
    run(model, 20);
    assertThat(model.workflow().waiting()).isEqualTo(model.hosts.keySet());
    assertThat(model.workflow().state()).isEqualTo(State.RUNNING);
    assertThat(model.workflow().standing().reason()).isEqualTo("waits: no hook sync");
    assertThat(model.news).containsOnlyOnce("waits: no hook sync");
    model.missingHooks.clear();
    run(model, 100);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
  }

  /** An observation takes seconds. */
  @Test
  void noHookStartsAfterAnAbortDuringAnObservation() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 9, 3));
    MaintenanceModel.Hooks hooks = model.new Hooks();
    MaintenanceExecutor executor = model.executor(hooks);
    executor.step();
    assertThat(hooks.started).isEmpty();
    model.duringObservation =
        () -> model.change(workflow -> workflow.abort("wrong build", model.wallMillis()));
    executor.step();
    assertThat(model.workflow().state()).isEqualTo(State.ABORTING);
    assertThat(hooks.started).isEmpty();
  }

  @Test
  void hooksOfTheBatchStartAfterAPauseDuringAnObservation() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 9, 3));
    MaintenanceModel.Hooks hooks = model.new Hooks();
    MaintenanceExecutor executor = model.executor(hooks);
    executor.step();
    model.duringObservation =
        () -> model.change(workflow -> workflow.pause("lunch", model.wallMillis()));
    executor.step();
    assertThat(hooks.started).hasSize(3);
  }

  @Test
  void itPausesBeyondTheLimitOfHostsThatAreSetAside() throws Exception {
    MaintenanceModel model = model(1);
    model.failures = 100;
    model.start(order(model.hosts.keySet(), 1, 2));
    run(model, 100);

    assertThat(model.workflow().state()).isEqualTo(State.PAUSED);
    assertThat(model.workflow().standing().reason()).endsWith("hosts are set aside");
    assertThat(model.workflow().find("a1").orElseThrow().note().toString())
        .isEqualTo("before: announce: failed");
    assertThat(model.workflow().waiting()).hasSize(6);
  }

  @Test
  void aHostThatIsNotWholeInTimeIsUpgradedAgainAndThenSetAside() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    model.stuck.add("a1");
    run(model, 100);

    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.SET_ASIDE);
    assertThat(model.workflow().find("a1").orElseThrow().note().toString())
        .isEqualTo("recover: it is down");
    assertThat(model.upgrades).containsEntry("a1", 2);
    assertThat(model.workflow().state()).isIn(State.DONE, State.PAUSED);
  }

  @Test
  void aHostIsDoneWhenItIsProvenAsOfTheTimeAtWhichItWasWhole() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    model.proven.put("a1", model.wallMillis());
    run(model, 20);
    long whole = model.workflow().find("a1").orElseThrow().sinceMillis();
    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.PROVE);
    run(model, 100);

    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.DONE);
    assertThat(model.proven).containsEntry("a1", whole);
  }

  /** The clock of its node is ahead, and a comparison ended before the upgrade. */
  @Test
  void anEarlierProofDoesNotCount() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    model.proven.put("a1", Long.MAX_VALUE);
    run(model, 100);
    assertThat(model.comparing).as("it was asked all the same").containsKey("a1");
  }

  @Test
  void aHostThatIsNotProvenInTimeIsSetAside() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    model.doubtful.add("a1");
    run(model, 200);

    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.SET_ASIDE);
    assertThat(model.workflow().find("a1").orElseThrow().note().toString())
        .isEqualTo("prove: a replica is being compared");
    assertThat(model.upgrades).as("an upgrade would not help").containsEntry("a1", 1);
  }

  @Test
  void aHostThatFailsWhileItIsProvenIsNotDone() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    run(model, 20);
    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.PROVE);
    model.down.add("a1");
    run(model, 200);
    assertThat(model.workflow().find("a1").orElseThrow().note().toString())
        .isEqualTo("prove: it is down");
  }

  @Test
  void aHostIsNotSetAsideBecauseAPeerIsAway() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    model.awayPeers.add("a1");
    run(model, 500);
    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.PROVE);
    assertThat(model.workflow().find("a1").orElseThrow().note().toString())
        .isEqualTo("waits: a peer is away");
    assertThat(model.news).containsOnlyOnce("a1 is not proven yet: a peer is away");
    model.awayPeers.clear();
    run(model, 100);
    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.DONE);
  }

  @Test
  void theTimeOfAProofDoesNotRunWithoutAnExecutor() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(List.of("a1"), 0, 2));
    run(model, 20);
    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.PROVE);
    model.pass(Duration.ofHours(3));
    model.comparing.clear();
    run(model, 100);
    assertThat(model.workflow().find("a1").orElseThrow().step()).isEqualTo(HostStep.DONE);
  }

  @Test
  void anExecutorThatIsClosedIsNotWaitedFor() throws Exception {
    MaintenanceModel model = model(1);
    MaintenanceExecutor first = model.executor(model.new Hooks());
    MaintenanceExecutor second = model.executor(model.new Hooks());
    MaintenanceExecutor third = model.executor(model.new Hooks());
    first.step();
    second.step();
    third.step();
    second.close();
    first.close();
    third.step();
    assertThat(model.news.getLast()).isEqualTo("no workflow is active");
    third.close();
    assertThat(model.locks.table().locks()).isEmpty();
  }

  @Test
  void aSecondExecutorTakesOverWhenTheLeaseOfTheFirstHasRunOut() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 0, 3));
    MaintenanceExecutor first = model.executor(model.new Hooks());
    MaintenanceExecutor second = model.executor(model.new Hooks());
    first.step();
    second.step();
    assertThat(model.news).contains("stands by behind executor-1");
    model.pass(ExecutorSeat.LEASE.minusSeconds(1));
    second.step();
    model.pass(Duration.ofSeconds(2));
    second.step();
    assertThat(model.news).anySatisfy(line -> assertThat(line).startsWith("executes maintenance"));
    second.step();
    first.step();
    assertThat(model.news.getLast()).isEqualTo("stands by behind executor-2");
  }

  /** An executor that was suspended must not record anything after its successor has begun. */
  @Test
  void theRecordRefusesAnEarlierExecutor() {
    MaintenanceTable table =
        MaintenanceTable.EMPTY.start(order(List.of("a1"), 0, 1), 1).execute(7, 1, each -> each);
    assertThatThrownBy(() -> table.execute(6, 1, each -> each))
        .isInstanceOf(AumbryException.class)
        .hasMessage("executor 7 has taken over from executor 6");
    assertThatThrownBy(() -> table.start(other(), 2))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("a data centre has one at a time");
    assertThat(table.start(order(List.of("a1"), 0, 1), 2)).isEqualTo(table);
  }

  private static MaintenanceTable read(MaintenanceTable table) {
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceRecord.write(table, record);
    return MaintenanceRecord.table("/m", Optional.of(record));
  }

  @Test
  void aRepeatedOrderStartsNoSecondWorkflow() {
    MaintenanceOrder order = order(List.of("a1", "a2"), 0, 1);
    MaintenanceOrder differing = order(List.of("a1", "b1"), 0, 1);
    MaintenanceTable active = read(MaintenanceTable.EMPTY.start(order, 1));
    MaintenanceTable ended = read(active.change(workflow -> workflow.abort("", 2)));
    MaintenanceTable another = read(ended.start(other(), 3));
    for (MaintenanceTable table : List.of(active, ended, another)) {
      assertThat(table.start(order, 4)).isEqualTo(table);
    }
    assertThat(another.ended("order").orElseThrow().number()).isEqualTo(1);
    for (MaintenanceTable table : List.of(active, ended)) {
      assertThatThrownBy(() -> table.start(differing, 4))
          .hasMessage("request id order belongs to maintenance 1, which differs");
    }
    assertThatThrownBy(() -> another.start(order(List.of("a1"), 0, 1), 4))
        .hasMessage("request id order belongs to maintenance 1, which differs");
  }

  @Test
  void aLostRecordOfLocksDoesNotEndAWorkflow() throws Exception {
    MaintenanceModel model = modelThatLostItsLocks();
    long before = model.workflow().batch().lock();
    run(model, 100);
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
    assertThat(model.table().executor()).as("fencing number").isGreaterThan(before);
  }

  @Test
  void anAbortEndsAfterALossOfTheRecordOfLocks() throws Exception {
    MaintenanceModel model = modelThatLostItsLocks();
    model.change(workflow -> workflow.abort("wrong build", model.wallMillis()));
    run(model, 10);
    assertThat(model.workflow().state()).isEqualTo(State.ABORTED);
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  private static MaintenanceModel modelThatLostItsLocks() throws Exception {
    MaintenanceModel model = model(1);
    model.start(order(model.hosts.keySet(), 9, 3));
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    executor.step();
    executor.close();
    assertThat(model.workflow().batch().isOpen()).isTrue();
    model.locks.lose();
    return model;
  }

  private static MaintenanceOrder other() {
    MaintenanceOrder order = order(List.of("a1"), 0, 1);
    return new MaintenanceOrder(
        "other", "bob", "x", order.hosts(), order.hooks(), order.parameters(), order.limits());
  }

  /**
   * Executors die between any two calls, hooks fail, hosts fail by themselves, and an operator
   * pauses, resumes, locks hosts and repairs those that were set aside. No two replicas of a
   * partition are down because of the workflow.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 2000, 3000})
  void randomFaults(int from) throws Exception {
    int done = 0;
    for (int seed = from; seed < from + 250; seed++) {
      MaintenanceModel model = model(seed);
      model.start(
          order(
              model.hosts.keySet(),
              seed % 2 == 0 ? ANYHOW : EVACUATED,
              MaintenanceHours.ANY,
              9,
              4));
      model.failures = model.random.nextInt(20);
      model.deaths = model.random.nextInt(40);
      done += disturbed(model) ? 1 : 0;
      assertThat(model.moving).as("drains").isEmpty();
    }
    assertThat(done).isEqualTo(250);
  }

  private static boolean disturbed(MaintenanceModel model) throws Exception {
    SortedSet<String> failed = new TreeSet<>();
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    MaintenanceExecutor standby = model.executor(model.new Hooks());
    for (int round = 0; round < 5000 && !model.workflow().state().isEnd(); round++) {
      executor = stepOrReplace(model, executor);
      standby = stepOrReplace(model, standby);
      model.assertQuorums(failed);
      if (!model.workflow().state().isEnd()) {
        disturb(model, failed);
      }
      model.pass(ROUND);
    }
    return model.workflow().state().isEnd();
  }

  private static MaintenanceExecutor stepOrReplace(
      MaintenanceModel model, MaintenanceExecutor executor) throws Exception {
    try {
      executor.step();
      return executor;
    } catch (MaintenanceModel.Death death) {
      return model.executor(model.new Hooks());
    }
  }

  /** At most one host at a time fails by itself, and comes back. */
  private static void disturb(MaintenanceModel model, SortedSet<String> failed) {
    int dice = model.random.nextInt(60);
    if (dice == 0 && failed.isEmpty()) {
      String host = List.copyOf(model.hosts.keySet()).get(model.random.nextInt(9));
      if (model.down.add(host)) {
        failed.add(host);
      }
    } else if (dice < 4) {
      model.down.removeAll(failed);
      failed.clear();
      model.down.removeAll(model.workflow().hosts(List.of(HostStep.SET_ASIDE)));
    } else if (dice == 5) {
      model.change(workflow -> workflow.pause("", model.wallMillis()));
    } else if (dice < 10) {
      model.change(workflow -> workflow.resume(model.wallMillis()));
    } else if (dice < 12) {
      String owner = "operator-" + dice;
      String host = List.copyOf(model.hosts.keySet()).get(model.random.nextInt(9));
      LockRequest request =
          model
              .locks
              .table()
              .find(owner)
              .map(HostLock::request)
              .orElseGet(() ->
                  new LockRequest(owner, owner, "repair", List.of(host), Duration.ofMinutes(1)));
      model.locks.acquire(request, true);
    }
  }
}
