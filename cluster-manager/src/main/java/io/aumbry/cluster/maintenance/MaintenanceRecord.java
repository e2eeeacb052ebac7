package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.MaintenanceTable.End;
import io.aumbry.cluster.maintenance.MaintenanceTable.Ended;
import io.aumbry.cluster.maintenance.MaintenanceTable.SetAside;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow.Batch;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow.Standing;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.Hardware;
import io.aumbry.cluster.maintenance.machine.MachineBefore;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The form of a {@link MaintenanceTable} in ZooKeeper: the map fields {@code workflow}, {@code
 * hooks}, {@code parameters}, {@code parameters:HOST}, {@code host:NAME} and {@code ended:NUMBER}.
 * The limits {@code MOST_IN_ZONE_PERCENT}, {@code RESERVE_PERCENT}, {@code HOURS}, {@code
 * EXPECTED_VERSION} and {@code ANY_HARDWARE}, and the {@code HARDWARE}, the {@code PROCESSES} and
 * the {@code FAILURE} of a host, may be absent. Earlier builds do not know them, nor the parameters
 * of single hosts: these builds ignore them, and lose them with their next change. They refuse the
 * record of an order with a hook of a step that they do not know, or with several hooks in a step.
 * An active order that evacuates names such a hook, which does not exist. They also ignore and lose
 * the reasons of an ended workflow, which are fields {@code REASON:HOST}.
 */
public final class MaintenanceRecord {
  static final String NAME = "maintenance";
  private static final String EXECUTOR = "EXECUTOR";
  private static final String WORKFLOW = "workflow";
  private static final String HOOKS = "hooks";
  private static final String PARAMETERS = "parameters";
  private static final String PARAMETERS_OF = "parameters:";
  private static final String HOST = "host:";
  private static final String ENDED = "ended:";
  private static final String REASON_OF = "REASON:";
  private static final String EVACUATE_TIME = "EVACUATE_TIME";
  private static final String EXPECTED_VERSION = "EXPECTED_VERSION";
  private static final String ANY_HARDWARE = "ANY_HARDWARE";
  private static final String HARDWARE = "HARDWARE";
  private static final String PROCESSES = "PROCESSES";
  private static final String HOOK = "HOOK";
  private static final String FAILURE = "FAILURE";

  /** Between the hooks of a step. Their names have none. */
  private static final String HOOK_SEPARATOR = ",";

  private MaintenanceRecord() {}

  public static String path(String cluster) {
    return PropertyPathBuilder.propertyStore(cluster) + "/" + NAME;
  }

  /**
   * The table of a data centre. Without a record, there was no workflow.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} if it is damaged, or of a later version
   */
  public static MaintenanceTable table(String path, Optional<ZNRecord> record) {
    try {
      return record.map(MaintenanceRecord::table).orElse(MaintenanceTable.EMPTY);
    } catch (RuntimeException e) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "the record of maintenance " + path + " in ZooKeeper cannot be read: " + e.getMessage(),
          e);
    }
  }

  private static MaintenanceTable table(ZNRecord record) {
    SortedMap<Long, Ended> history = new TreeMap<>();
    record
        .getMapFields()
        .forEach((key, fields) -> {
          if (key.startsWith(ENDED)) {
            Ended ended = ended(new Fields(fields));
            history.put(ended.number(), ended);
          }
        });
    String executor = record.getSimpleField(EXECUTOR);
    return new MaintenanceTable(
        executor == null ? 0 : Long.parseLong(executor),
        Optional.ofNullable(record.getMapField(WORKFLOW))
            .map(fields -> workflow(record, new Fields(fields))),
        List.copyOf(history.values()));
  }

  /** The fields of a map. */
  private record Fields(Map<String, String> map) {
    Optional<String> find(String name) {
      return Optional.ofNullable(map.get(name));
    }

    String text(String name) {
      return find(name).orElseThrow(() -> new IllegalStateException("no " + name));
    }

    long number(String name) {
      return Long.parseLong(text(name));
    }

    int count(String name) {
      return Integer.parseInt(text(name));
    }
  }

  private static MaintenanceWorkflow workflow(ZNRecord record, Fields fields) {
    SortedMap<String, HostProgress> hosts = new TreeMap<>();
    record
        .getMapFields()
        .forEach((key, of) -> {
          if (key.startsWith(HOST)) {
            hosts.put(key.substring(HOST.length()), progress(new Fields(of)));
          }
        });
    Map<HostStep, List<String>> hooks = new EnumMap<>(HostStep.class);
    map(record, HOOKS)
        .forEach((step, names) ->
            hooks.put(HostStep.valueOf(step), List.of(names.split(HOOK_SEPARATOR, -1))));
    hooks.remove(HostStep.EVACUATE);
    MaintenanceOrder order =
        new MaintenanceOrder(
            fields.text("ID"),
            fields.text("OWNER"),
            fields.text("PURPOSE"),
            new TreeSet<>(hosts.keySet()),
            hooks,
            parameters(record),
            new MaintenanceOrder.Limits(
                impact(fields),
                fields.find("HOURS").map(MaintenanceHours::parse).orElse(MaintenanceHours.ANY),
                fields.count("MOST_SET_ASIDE"),
                fields.count("ATTEMPTS"),
                times(fields),
                new MachineRule(
                    fields.find(EXPECTED_VERSION), fields.find(ANY_HARDWARE).isPresent())));
    hosts.forEach((host, progress) -> checkHook(order, host, progress));
    return new MaintenanceWorkflow(
        fields.number("NUMBER"),
        order,
        fields.number("STARTED"),
        new Standing(
            State.valueOf(fields.text("STATE")), fields.text("REASON"), fields.number("SINCE")),
        new Batch(fields.count("BATCH"), fields.number("LOCK")),
        hosts);
  }

  private static void checkHook(MaintenanceOrder order, String host, HostProgress progress) {
    HostStep step = progress.step();
    if (step.hasHook() && (progress.hook() < 0 || progress.hook() >= order.hooks(step).size())) {
      throw new IllegalStateException(
          "%s is in step %s after %d hooks, and the step has %d"
              .formatted(host, step, progress.hook(), order.hooks(step).size()));
    }
  }

  private static MaintenanceOrder.Parameters parameters(ZNRecord record) {
    SortedMap<String, SortedMap<String, String>> byHost = new TreeMap<>();
    record
        .getMapFields()
        .forEach((key, fields) -> {
          if (key.startsWith(PARAMETERS_OF)) {
            byHost.put(key.substring(PARAMETERS_OF.length()), new TreeMap<>(fields));
          }
        });
    return new MaintenanceOrder.Parameters(new TreeMap<>(map(record, PARAMETERS)), byHost);
  }

  private static MaintenanceOrder.Times times(Fields fields) {
    Duration recover = Duration.ofMillis(fields.number("RECOVER_TIME"));
    return new MaintenanceOrder.Times(
        fields.find(EVACUATE_TIME).map(Long::parseLong).map(Duration::ofMillis).orElse(recover),
        Duration.ofMillis(fields.number("HOOK_TIME")),
        recover,
        Duration.ofMillis(fields.number("PROVE_TIME")));
  }

  private static ImpactLimits impact(Fields fields) {
    return new ImpactLimits(
        fields.count("MOST_PERCENT"),
        fields.find("MOST_IN_ZONE_PERCENT").map(Integer::parseInt).orElse(ImpactLimits.ALL),
        fields
            .find("RESERVE_PERCENT")
            .map(percent -> OptionalInt.of(Integer.parseInt(percent)))
            .orElseGet(OptionalInt::empty),
        fields.find(EVACUATE_TIME).isPresent());
  }

  private static Map<String, String> map(ZNRecord record, String name) {
    return Optional.ofNullable(record.getMapField(name)).orElse(Map.of());
  }

  private static HostProgress progress(Fields fields) {
    return new HostProgress(
        HostStep.valueOf(fields.text("STEP")),
        fields.count("ATTEMPTS"),
        fields.number("SINCE"),
        fields.number("DUE"),
        fields.find(HOOK).map(Integer::parseInt).orElse(0),
        HostNote.of(fields.text("NOTE"), fields.find(FAILURE).orElse("")),
        new MachineBefore(
            fields.find(HARDWARE).map(Hardware::parse),
            processes(fields.find(PROCESSES).orElse(""))));
  }

  private static String names(Set<Kind> processes) {
    return processes.stream().sorted().map(Kind::name).collect(Collectors.joining(" "));
  }

  private static Set<Kind> processes(String names) {
    return names.isEmpty()
        ? Set.of()
        : Stream.of(names.split(" ", -1)).map(Kind::valueOf).collect(Collectors.toSet());
  }

  private static Ended ended(Fields fields) {
    return new Ended(
        fields.number("NUMBER"),
        fields.text("ID"),
        fields.text("OWNER"),
        fields.text("PURPOSE"),
        new End(
            State.valueOf(fields.text("STATE")),
            fields.text("REASON"),
            fields.number("STARTED"),
            fields.number("SINCE"),
            fields.count("HOSTS")),
        fields.count("DONE"),
        new SetAside(fields.count("SET_ASIDE"), reasons(fields)));
  }

  private static SortedMap<String, String> reasons(Fields fields) {
    SortedMap<String, String> reasons = new TreeMap<>();
    fields
        .map()
        .forEach((key, reason) -> {
          if (key.startsWith(REASON_OF)) {
            reasons.put(key.substring(REASON_OF.length()), reason);
          }
        });
    return reasons;
  }

  /** Replaces the table of a record. */
  static void write(MaintenanceTable table, ZNRecord record) {
    record.setLongField(EXECUTOR, table.executor());
    record.getMapFields().clear();
    table.workflow().ifPresent(workflow -> write(workflow, record));
    for (Ended ended : new ArrayList<>(table.history())) {
      Map<String, String> fields = new TreeMap<>();
      fields.put("NUMBER", Long.toString(ended.number()));
      fields.put("ID", ended.id());
      fields.put("OWNER", ended.owner());
      fields.put("PURPOSE", ended.purpose());
      fields.put("STATE", ended.end().state().name());
      fields.put("REASON", ended.end().reason());
      fields.put("STARTED", Long.toString(ended.end().startedMillis()));
      fields.put("SINCE", Long.toString(ended.end().endedMillis()));
      fields.put("HOSTS", Integer.toString(ended.end().hosts()));
      fields.put("DONE", Integer.toString(ended.done()));
      fields.put("SET_ASIDE", Integer.toString(ended.setAside().hosts()));
      ended.setAside().reasons().forEach((host, reason) -> fields.put(REASON_OF + host, reason));
      record.setMapField(ENDED + ended.number(), fields);
    }
  }

  private static void write(MaintenanceWorkflow workflow, ZNRecord record) {
    MaintenanceOrder order = workflow.order();
    Map<String, String> fields = new TreeMap<>();
    fields.put("NUMBER", Long.toString(workflow.number()));
    fields.put("ID", order.id());
    fields.put("OWNER", order.owner());
    fields.put("PURPOSE", order.purpose());
    put(order.limits(), fields);
    fields.put("STARTED", Long.toString(workflow.startedMillis()));
    fields.put("STATE", workflow.state().name());
    fields.put("REASON", workflow.standing().reason());
    fields.put("SINCE", Long.toString(workflow.standing().sinceMillis()));
    fields.put("BATCH", Integer.toString(workflow.batch().count()));
    fields.put("LOCK", Long.toString(workflow.batch().lock()));
    record.setMapField(WORKFLOW, fields);
    writeHooks(order, workflow.state().isEnd(), record);
    workflow
        .hosts()
        .forEach((host, progress) -> {
          Map<String, String> its = new TreeMap<>();
          its.put("STEP", progress.step().name());
          its.put("ATTEMPTS", Integer.toString(progress.attempts()));
          its.put("SINCE", Long.toString(progress.sinceMillis()));
          its.put("DUE", Long.toString(progress.dueMillis()));
          if (progress.hook() > 0) {
            its.put(HOOK, Integer.toString(progress.hook()));
          }
          HostNote note = progress.note();
          its.put("NOTE", note.shown());
          if (!note.obstacle().isEmpty() && !note.failure().isEmpty()) {
            its.put(FAILURE, note.failure());
          }
          MachineBefore before = progress.before();
          before.hardware().ifPresent(hardware -> its.put(HARDWARE, hardware.toString()));
          if (!before.processes().isEmpty()) {
            its.put(PROCESSES, names(before.processes()));
          }
          record.setMapField(HOST + host, its);
        });
  }

  private static void put(MaintenanceOrder.Limits limits, Map<String, String> fields) {
    fields.put("MOST_PERCENT", Integer.toString(limits.impact().mostPercent()));
    fields.put("MOST_IN_ZONE_PERCENT", Integer.toString(limits.impact().mostInZonePercent()));
    limits
        .impact()
        .reservePercent()
        .ifPresent(percent -> fields.put("RESERVE_PERCENT", Integer.toString(percent)));
    if (!limits.hours().equals(MaintenanceHours.ANY)) {
      fields.put("HOURS", limits.hours().toString());
    }
    fields.put("MOST_SET_ASIDE", Integer.toString(limits.mostSetAside()));
    fields.put("ATTEMPTS", Integer.toString(limits.attempts()));
    MaintenanceOrder.Times times = limits.times();
    fields.put("HOOK_TIME", Long.toString(times.hook().toMillis()));
    fields.put("RECOVER_TIME", Long.toString(times.recover().toMillis()));
    fields.put("PROVE_TIME", Long.toString(times.prove().toMillis()));
    if (limits.impact().evacuates()) {
      fields.put(EVACUATE_TIME, Long.toString(times.evacuate().toMillis()));
    }
    limits.machine().version().ifPresent(version -> fields.put(EXPECTED_VERSION, version));
    if (limits.machine().anyHardware()) {
      fields.put(ANY_HARDWARE, "true");
    }
  }

  private static void writeHooks(MaintenanceOrder order, boolean isEnd, ZNRecord record) {
    Map<String, String> hooks = new TreeMap<>();
    // An ended order is displayed only. Earlier builds can read one hook for each step.
    order
        .hooks()
        .forEach((step, names) ->
            hooks.put(step.name(), isEnd ? names.getFirst() : String.join(HOOK_SEPARATOR, names)));
    if (order.evacuates() && !isEnd) {
      // An earlier build would upgrade hosts that still have replicas. It cannot read this step.
      hooks.put(HostStep.EVACUATE.name(), "-");
    }
    record.setMapField(HOOKS, hooks);
    record.setMapField(PARAMETERS, new TreeMap<>(order.parameters().common()));
    order
        .parameters()
        .byHost()
        .forEach((host, its) -> record.setMapField(PARAMETERS_OF + host, new TreeMap<>(its)));
  }
}
