package io.aumbry.cluster.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.TestCluster;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.protocol.error.AumbryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.datamodel.serializer.ZNRecordSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The record of maintenance, and its form in a real ZooKeeper. */
@Timeout(300)
class ZooKeeperMaintenanceTest {
  /** 23:00 in UTC. */
  private static final long IN_HOURS = 1_799_967_600_000L;

  @TempDir Path folder;

  private static MaintenanceOrder order(String id, SortedSet<String> hosts) {
    return order(
        id,
        hosts,
        new MaintenanceOrder.Parameters(
            new TreeMap<>(Map.of("BUILD", "2.0")),
            new TreeMap<>(Map.of(hosts.first(), new TreeMap<>(Map.of("RACK", "7"))))));
  }

  private static MaintenanceOrder order(
      String id, SortedSet<String> hosts, MaintenanceOrder.Parameters parameters) {
    return new MaintenanceOrder(
        id,
        "ann",
        "upgrade",
        hosts,
        Map.of(HostStep.UPGRADE, List.of("stop", "upgrade"), HostStep.AFTER, List.of("after")),
        parameters,
        new MaintenanceOrder.Limits(
            new ImpactLimits(34, 60, OptionalInt.of(20), true),
            MaintenanceHours.parse("22:00-06:00"),
            2,
            3,
            new MaintenanceOrder.Times(
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(7),
                Duration.ofMinutes(10)),
            new MachineRule(Optional.of("2.0-abc"), id.equals("first"))));
  }

  @Test
  void theRecordHasAllOfATable() {
    MaintenanceTable table = MaintenanceTable.EMPTY.start(order("first", hosts(3)), 1);
    table = table.change(workflow -> workflow.abort("wrong build", 2));
    table = table.start(order("second", hosts(2)), 3);
    table =
        table.execute(
            9,
            2,
            workflow ->
                ended(
                        ended(
                            workflow
                                .begin(1, 5, MaintenanceModel.machines(workflow.waiting()), 4)
                                .evacuated("host-000", Optional.empty(), 4),
                            "host-000",
                            new HookResult(HookResult.Verdict.DONE, "")),
                        "host-000",
                        new HookResult(HookResult.Verdict.RETRY, "exit code 75: \u00e9\n"))
                    .held("host-000", "the batch is not safe"));
    assertThat(table.history()).hasSize(1);
    assertThat(table.workflow().orElseThrow().find("host-000").orElseThrow().before().hardware())
        .isPresent();
    assertThat(table.workflow().orElseThrow().hook("host-000").orElseThrow().hook())
        .isEqualTo("upgrade");
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceRecord.write(table, record);
    assertThat(MaintenanceRecord.table("/m", Optional.of(record))).isEqualTo(table);
    record.getMapField("workflow").remove("STATE");
    assertThatThrownBy(() -> MaintenanceRecord.table("/m", Optional.of(record)))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("no STATE");
  }

  @Test
  void theHistoryKeepsTheFirstHostsThatWereSetAside() {
    MaintenanceTable table = MaintenanceTable.EMPTY.start(order("first", hosts(30)), 1);
    table =
        table.execute(
            9, 1, workflow -> workflow.begin(1, 5, MaintenanceModel.machines(hosts(30)), IN_HOURS));
    table = table.change(workflow -> workflow.abort("wrong build", 2));
    for (String host : hosts(30)) {
      table = table.execute(9, 1, workflow -> workflow.stopped(host, 3));
    }
    table = table.execute(9, 1, workflow -> workflow.batchEnded(1).settled(4));
    table = table.start(order("second", hosts(2)), 5);
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceRecord.write(table, record);
    MaintenanceTable.Ended ended =
        MaintenanceRecord.table("/m", Optional.of(record)).ended("first").orElseThrow();
    assertThat(ended.setAside().hosts()).isEqualTo(30);
    assertThat(ended.setAside().reasons())
        .hasSize(20)
        .containsEntry("host-019", "evacuate: aborted");
  }

  private static MaintenanceWorkflow ended(
      MaintenanceWorkflow workflow, String host, HookResult result) {
    return workflow.hookEnded(workflow.hook(host).orElseThrow(), result, 1_800_000_000_000L);
  }

  @Test
  void aHostAfterMoreHooksThanItsStepHasIsRefused() {
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceTable table =
        MaintenanceTable.EMPTY
            .start(order("first", hosts(1)), 1)
            .execute(
                9, 1, workflow -> workflow.begin(1, 5, MaintenanceModel.machines(hosts(1)), 4));
    MaintenanceRecord.write(table, record);
    record.getMapField("host:host-000").putAll(Map.of("STEP", "UPGRADE", "HOOK", "2"));
    assertThatThrownBy(() -> MaintenanceRecord.table("/m", Optional.of(record)))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("host-000 is in step UPGRADE after 2 hooks, and the step has 2");
  }

  /** It has none of the fields that came later. */
  @Test
  void theRecordOfAnEarlierBuildIsRead() {
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceRecord.write(MaintenanceTable.EMPTY.start(order("first", hosts(3)), 1), record);
    record
        .getMapField("workflow")
        .keySet()
        .removeAll(
            List.of(
                "MOST_IN_ZONE_PERCENT",
                "RESERVE_PERCENT",
                "HOURS",
                "EVACUATE_TIME",
                "EXPECTED_VERSION",
                "ANY_HARDWARE"));
    record.getMapField("hooks").remove("EVACUATE");
    record.getMapFields().remove("parameters:host-000");

    MaintenanceOrder order =
        MaintenanceRecord.table("/m", Optional.of(record)).workflow().orElseThrow().order();
    assertThat(order.limits().impact())
        .isEqualTo(new ImpactLimits(34, 100, OptionalInt.empty(), false));
    assertThat(order.limits().hours()).isEqualTo(MaintenanceHours.ANY);
    assertThat(order.limits().machine()).isEqualTo(MachineRule.DEFAULT);
    assertThat(order.parameters().of("host-000")).isEqualTo(Map.of("BUILD", "2.0"));
  }

  /** It would upgrade hosts that still have replicas, and reads each hook as that of a step. */
  @Test
  void anEarlierBuildCannotReadAnOrderThatEvacuates() {
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceRecord.write(MaintenanceTable.EMPTY.start(order("first", hosts(3)), 1), record);
    assertThat(record.getMapField("hooks")).containsKey("EVACUATE");
    assertThat(order("first", hosts(3)).hooks(HostStep.EVACUATE)).isEmpty();
  }

  private static SortedSet<String> hosts(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> "host-%03d".formatted(number))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theLargestRecordFitsIntoANodeOfZooKeeper() {
    SortedSet<String> hosts =
        IntStream.range(0, MaintenanceOrder.MOST_HOSTS)
            .mapToObj(number -> "h".repeat(59) + "%04d".formatted(number))
            .collect(Collectors.toCollection(TreeSet::new));
    HookResult failure = new HookResult(HookResult.Verdict.GIVE_UP, "\uD83D\uDE00".repeat(500));
    MaintenanceTable table = MaintenanceTable.EMPTY;
    for (int number = 0; number <= MaintenanceTable.MOST_ENDED + 1; number++) {
      table = table.start(order("order-" + number, hosts, largest(hosts)), 1_800_000_000_000L);
      table = allFail(table, failure);
      if (number <= MaintenanceTable.MOST_ENDED) {
        table =
            table.change(workflow -> workflow.abort("\uD83D\uDE00".repeat(500), 2).batchEnded(1));
        table = table.change(workflow -> workflow.settled(3));
      }
    }
    assertThat(table.history()).hasSize(MaintenanceTable.MOST_ENDED);
    assertThat(table.history().getFirst().setAside().reasons()).isEmpty();
    assertThat(table.history().getLast().setAside().reasons()).hasSize(20);
    assertThat(table.workflow().orElseThrow().setAside()).isEqualTo(hosts.size());
    ZNRecord record = new ZNRecord("maintenance");
    MaintenanceRecord.write(table, record);
    assertThat(new ZNRecordSerializer().serialize(record)).hasSizeLessThan(900 << 10);
  }

  private static MaintenanceTable allFail(MaintenanceTable table, HookResult failure) {
    MaintenanceWorkflow workflow = table.workflow().orElseThrow();
    String first = workflow.hosts().firstKey();
    MaintenanceWorkflow one =
        workflow.begin(1, 7, MaintenanceModel.machines(List.of(first)), IN_HOURS);
    HostProgress failed =
        ended(one.evacuated(first, Optional.empty(), 1), first, failure).find(first).orElseThrow();
    SortedMap<String, HostProgress> all = new TreeMap<>();
    workflow.hosts().keySet().forEach(host -> all.put(host, failed));
    MaintenanceWorkflow begun =
        workflow.begin(1, 7, MaintenanceModel.machines(workflow.waiting()), IN_HOURS);
    return table.execute(
        1,
        workflow.number(),
        _ ->
            new MaintenanceWorkflow(
                begun.number(),
                begun.order(),
                begun.startedMillis(),
                begun.standing(),
                begun.batch(),
                all));
  }

  /** Many short parameters take more of the record than a few long ones. */
  private static MaintenanceOrder.Parameters largest(SortedSet<String> hosts) {
    SortedMap<String, String> common = new TreeMap<>();
    for (int number = 0; number < 20; number++) {
      common.put("PARAMETER_" + number, "\uD83D\uDE00".repeat(250));
    }
    SortedMap<String, SortedMap<String, String>> byHost = new TreeMap<>();
    for (String host : hosts) {
      byHost.put(host, new TreeMap<>(Map.of("A", "", "B", "")));
    }
    return new MaintenanceOrder.Parameters(common, byHost);
  }

  @Test
  void concurrentStartsGiveOneWorkflow() throws Exception {
    try (TestCluster cluster = new TestCluster(1, folder);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      cluster.control("controller-1", 2, 1);
      ZooKeeperMaintenance store = new ZooKeeperMaintenance(cluster.address);
      assertThat(store.read()).isEqualTo(MaintenanceTable.EMPTY);
      List<Callable<Boolean>> starts = new ArrayList<>();
      for (int number = 0; number < 4; number++) {
        MaintenanceOrder order = order("order-" + number, hosts(3));
        starts.add(() -> starts(store, order));
      }
      int started = 0;
      for (Future<Boolean> each : threads.invokeAll(starts)) {
        started += each.get() ? 1 : 0;
      }
      assertThat(started).isEqualTo(1);
      assertThat(store.read().active().orElseThrow().number()).isEqualTo(1);
    }
  }

  private static boolean starts(ZooKeeperMaintenance store, MaintenanceOrder order)
      throws InterruptedException {
    try {
      store.change(table -> table.start(order, 1));
      return true;
    } catch (AumbryException e) {
      return false;
    }
  }
}
