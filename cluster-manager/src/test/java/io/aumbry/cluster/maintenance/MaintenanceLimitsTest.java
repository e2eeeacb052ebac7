package io.aumbry.cluster.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of the operator hold in workflows. */
@Timeout(60)
class MaintenanceLimitsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void theLimitOfAZoneHolds() throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(1);
    model.start(
        MaintenanceExecutorTest.order(
            model.hosts.keySet(),
            new ImpactLimits(100, 67, OptionalInt.empty(), false),
            MaintenanceHours.ANY,
            0,
            3));
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    while (!model.workflow().state().isEnd()) {
      executor.step();
      for (String zone : List.of("a", "b", "c")) {
        assertThat(model.down).filteredOn(host -> host.startsWith(zone)).hasSizeLessThan(3);
      }
      model.pass(MaintenanceExecutorTest.ROUND);
    }

    assertThat(model.workflow().batch().count()).isGreaterThan(3);
    assertThat(model.upgrades.keySet()).isEqualTo(model.hosts.keySet());
  }

  /** With 20 % in reserve, 7 of 9 hosts carry a load of 60 %, and 6 do not. */
  @Test
  void theHostsThatRemainCarryTheLoad() throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(1);
    ImpactLimits limits = new ImpactLimits(100, 100, OptionalInt.of(20), false);
    model.start(
        MaintenanceExecutorTest.order(model.hosts.keySet(), limits, MaintenanceHours.ANY, 0, 3));
    model.load = 9 * 85;
    MaintenanceExecutorTest.run(model, 20);
    assertThat(model.workflow().batch().count()).isZero();
    assertThat(model.news.getLast()).startsWith("waits: ").endsWith(": load");
    assertThat(model.workflow().standing().reason()).isEqualTo(model.news.getLast());

    model.load = 9 * 60;
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    model.pass(Duration.ofMinutes(2));
    while (!model.workflow().state().isEnd()) {
      executor.step();
      assertThat(model.down).hasSizeLessThanOrEqualTo(2);
      model.pass(MaintenanceExecutorTest.ROUND);
    }
    assertThat(model.upgrades.keySet()).isEqualTo(model.hosts.keySet());
  }

  /** It rises while the hook before the upgrade runs. */
  @Test
  void noUpgradeStartsWhileTheLoadIsTooHigh() throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(1);
    ImpactLimits limits = new ImpactLimits(100, 100, OptionalInt.of(20), false);
    model.start(MaintenanceExecutorTest.order(List.of("a1"), limits, MaintenanceHours.ANY, 0, 3));
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    executor.step();
    assertThat(model.workflow().working()).containsExactly("a1");
    model.load = 9 * 80;
    for (int round = 0; round < 20; round++) {
      executor.step();
      model.pass(MaintenanceExecutorTest.ROUND);
    }
    assertThat(model.upgrades).isEmpty();
    assertThat(model.news.getLast())
        .isEqualTo("a1: not upgraded now, the batch is not safe any more: load");
    assertThat(model.workflow().find("a1").orElseThrow().note().toString())
        .isEqualTo("waits: the batch is not safe any more: load");
  }

  /** Its absence may be the reason of the load. */
  @Test
  void aHostThatIsDownIsUpgradedAlthoughAnotherOneOfItsBatchHasToWait() throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(1);
    ImpactLimits limits = new ImpactLimits(100, 100, OptionalInt.of(20), false);
    model.start(
        MaintenanceExecutorTest.order(List.of("a1", "a2"), limits, MaintenanceHours.ANY, 0, 3));
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    executor.step();
    assertThat(model.workflow().working()).containsExactly("a1", "a2");
    model.down.add("a1");
    model.load = 9 * 80;
    for (int round = 0; round < 20; round++) {
      executor.step();
      model.pass(MaintenanceExecutorTest.ROUND);
    }
    assertThat(model.upgrades).containsOnlyKeys("a1");
    model.load = 0;
    while (!model.workflow().state().isEnd()) {
      executor.step();
      model.pass(MaintenanceExecutorTest.ROUND);
    }
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
  }

  private static MaintenanceOrder orderIn(String hours, MaintenanceModel model) {
    return MaintenanceExecutorTest.order(
        model.hosts.keySet(), MaintenanceExecutorTest.ANYHOW, MaintenanceHours.parse(hours), 0, 3);
  }

  /** The model begins at 00:16:40. */
  @Test
  void batchesBeginInTheirHoursAndAreFinishedAfterThem() throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(1);
    model.start(orderIn("01:00-01:01", model));
    MaintenanceExecutorTest.run(model, 500);
    assertThat(model.wallMillis()).isLessThan(HOUR.toMillis());
    assertThat(model.workflow().waiting()).hasSize(9);
    assertThat(model.news)
        .filteredOn(line -> line.contains("hours"))
        .containsExactly("waits: its hours begin at 1970-01-01T01:00:00Z");

    model.pass(HOUR.minusMillis(model.wallMillis()));
    MaintenanceExecutorTest.run(model, 100);
    assertThat(model.workflow().batch().count()).isEqualTo(1);
    assertThat(model.workflow().hosts(List.of(HostStep.DONE))).hasSize(3);
    assertThat(model.news.getLast()).isEqualTo("waits: its hours begin at 1970-01-02T01:00:00Z");
    assertThat(model.workflow().standing().reason()).isEqualTo(model.news.getLast());
    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  /** Such as the lock of an executor that died before it recorded the batch. */
  @Test
  void noLockLastsUntilTheHours() throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(1);
    model.start(orderIn("01:00-02:00", model));
    LockRequest stray =
        new LockRequest(
            model.workflow().nextLockId(), "ann", "upgrade", List.of("a1"), Duration.ofHours(1));
    model.locks.acquire(stray, false);
    MaintenanceExecutorTest.run(model, 1);

    assertThat(model.locks.table().held()).containsExactly(MaintenanceExecutor.SEAT);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void noBatchOfAnExecutorThatDiesBeginsOutsideTheHours(long seed) throws Exception {
    MaintenanceModel model = MaintenanceExecutorTest.model(seed);
    MaintenanceOrder order = orderIn("00:20-00:23,00:30-00:32,01:00-01:05", model);
    model.start(order);
    model.deaths = 30;
    MaintenanceExecutor executor = model.executor(model.new Hooks());
    for (int round = 0; !model.workflow().state().isEnd(); round++) {
      int batches = model.workflow().batch().count();
      try {
        executor.step();
      } catch (MaintenanceModel.Death death) {
        executor = model.executor(model.new Hooks());
      }
      boolean isOpen = order.limits().hours().opensAt(model.wallMillis()).isEmpty();
      if (!isOpen) {
        assertThat(model.workflow().batch().count()).isEqualTo(batches);
      }
      assertThat(round).isLessThan(200_000);
      model.pass(MaintenanceExecutorTest.ROUND);
    }
    assertThat(model.workflow().state()).isEqualTo(State.DONE);
  }

  /** Planning took longer than the rest of the hours. */
  @Test
  void aBatchThatIsLockedWhenTheHoursEndDoesNotBegin() {
    MaintenanceOrder order = orderIn("01:00-02:00", MaintenanceExecutorTest.model(1));
    MaintenanceWorkflow workflow = MaintenanceWorkflow.of(1, order, 0);
    long end = HOUR.multipliedBy(2).toMillis();

    var first = MaintenanceModel.machines(List.of("a1"));
    assertThat(workflow.begin(1, 5, first, end)).isEqualTo(workflow);
    assertThat(workflow.begin(1, 5, first, end - 1).working()).containsExactly("a1");
  }
}
