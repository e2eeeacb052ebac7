package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import io.aumbry.cluster.maintenance.ZooKeeperMaintenance;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.lock.DataCenterCommand;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.maintenance.HostChoice;
import io.aumbry.deploy.operator.maintenance.LimitOptions;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.option.SpanConverter;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.SystemTime;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aumbry admin maintenance start}. */
@Command(
    name = "start",
    description = {
      "Starts a workflow that upgrades hosts in safe batches.",
      "It is recorded in ZooKeeper, and carried out by admin maintenance run. A data centre has one"
          + " workflow at a time."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the workflow is recorded, or had already ended",
      DataCenterCommand.FAILED,
      DataCenterCommand.UNREACHABLE,
      "4:another workflow is active, and the output names it",
      DataCenterCommand.UNAVAILABLE
    })
public final class MaintenanceStartCommand extends DataCenterCommand {
  @Mixin private HostChoice choice = new HostChoice();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--purpose",
      paramLabel = "TEXT",
      required = true,
      description = "The reason, for others that wait (1 to 100 characters).")
  private String purpose = "";

  @Option(
      names = "--owner",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "A person or a system (1 to 100 characters; default: the user).")
  private String owner = "";

  @Option(
      names = "--request",
      paramLabel = "ID",
      description =
          "Name of the request. A repeated command with the same name starts no second workflow"
              + ", also after the first has ended (default: a random one).")
  private String request = randomId();

  @ArgGroup(exclusive = false, heading = "%nHooks and limits:%n")
  private Conduct conduct = new Conduct();

  /** How the hosts are worked on. */
  static final class Conduct {
    @Option(
        names = "--before-drain",
        paramLabel = "HOOK",
        description = "A hook that runs first, before --evacuate drains a host.")
    private List<String> beforeDrain = List.of();

    @Option(
        names = "--before",
        paramLabel = "HOOK",
        description = "A hook that runs before the upgrade of a host.")
    private List<String> before = List.of();

    @Option(
        names = "--upgrade",
        paramLabel = "HOOK",
        description =
            "The hook that upgrades and restarts a host; required. This option and the others for"
                + " hooks may be repeated: the hooks of a step run one after another.")
    private List<String> upgrade = List.of();

    @Option(
        names = "--after-upgrade",
        paramLabel = "HOOK",
        description =
            "A hook that runs after the upgrade, before the host is observed. It runs again after"
                + " each repeated upgrade.")
    private List<String> afterUpgrade = List.of();

    @Option(
        names = "--after",
        paramLabel = "HOOK",
        description = "A hook that runs when a host is whole and proven.")
    private List<String> after = List.of();

    @Option(
        names = "--set",
        paramLabel = "[HOST:]NAME=VALUE",
        description =
            "A parameter of the hooks, for all hosts or for one; may be repeated. An executable"
                + " gets it as the variable PARAMETER_NAME.")
    private Map<String, String> parameters = new TreeMap<>();

    @Option(
        names = "--most-set-aside",
        paramLabel = "HOSTS",
        defaultValue = "0",
        description =
            "With more hosts that failed, the workflow pauses itself (default: ${DEFAULT-VALUE}).")
    private int setAside;

    @Option(
        names = "--attempts",
        paramLabel = "COUNT",
        defaultValue = "3",
        description = "Attempts before a host is set aside (default: ${DEFAULT-VALUE}).")
    private int attempts = 3;

    @Option(
        names = "--evacuate-time",
        paramLabel = "TIME",
        converter = SpanConverter.class,
        description =
            "With --evacuate: time in which the replicas must have moved off a host (default:"
                + " 1d).")
    private Optional<Duration> evacuateTime = Optional.empty();

    @Option(
        names = "--hook-time",
        paramLabel = "TIME",
        defaultValue = "10m",
        converter = SpanConverter.class,
        description = "Time limit of each run of a hook (default: ${DEFAULT-VALUE}).")
    private Duration hookTime = Duration.ofMinutes(10);

    @Option(
        names = "--recover-time",
        paramLabel = "TIME",
        defaultValue = "10m",
        converter = SpanConverter.class,
        description =
            "Time in which a host must be whole again after its upgrade (default:"
                + " ${DEFAULT-VALUE}).")
    private Duration recoverTime = Duration.ofMinutes(10);

    @Option(
        names = "--prove-time",
        paramLabel = "TIME",
        defaultValue = "2h",
        converter = SpanConverter.class,
        description =
            "Time in which the replicas of a host must be proven (default: ${DEFAULT-VALUE})."
                + " While a node that has to take part is away, it does not run.")
    private Duration proveTime = Duration.ofHours(2);

    @Option(
        names = "--expect-version",
        paramLabel = "VERSION",
        description =
            "The version of all processes of a host after its upgrade, as in admin nodes. With"
                + " another one, the upgrade has failed (default: any).")
    private Optional<String> version = Optional.empty();

    @Option(
        names = "--any-hardware",
        description =
            "A host may have fewer processors, less memory, or fewer or slower disks than before"
                + " its upgrade.")
    private boolean anyHardware;

    private static void checkDays(String option, Duration time, Duration longest) {
      if (time.compareTo(longest) > 0) {
        throw new IllegalArgumentException(
            "%s must be 1s to %dd".formatted(option, longest.toDays()));
      }
    }

    private Map<HostStep, List<String>> hooks() {
      Map<HostStep, List<String>> hooks = new EnumMap<>(HostStep.class);
      hooks.put(HostStep.BEFORE_DRAIN, beforeDrain);
      hooks.put(HostStep.BEFORE, before);
      hooks.put(HostStep.UPGRADE, upgrade);
      hooks.put(HostStep.AFTER_UPGRADE, afterUpgrade);
      hooks.put(HostStep.AFTER, after);
      return hooks;
    }

    /** Names of hosts have no colon. */
    private MaintenanceOrder.Parameters parameters() {
      SortedMap<String, String> common = new TreeMap<>();
      SortedMap<String, SortedMap<String, String>> byHost = new TreeMap<>();
      parameters.forEach((key, value) -> {
        int colon = key.indexOf(':');
        SortedMap<String, String> its =
            colon < 0
                ? common
                : byHost.computeIfAbsent(key.substring(0, colon), _ -> new TreeMap<>());
        its.put(key.substring(colon + 1), value);
      });
      return new MaintenanceOrder.Parameters(common, byHost);
    }

    private MaintenanceOrder.Limits limits(LimitOptions general) {
      Bounds.check("--most-set-aside", setAside, 0, MaintenanceOrder.MOST_HOSTS);
      Bounds.check("--attempts", attempts, 1, MaintenanceOrder.MOST_ATTEMPTS);
      evacuateTime.ifPresent(
          time -> checkDays("--evacuate-time", time, MaintenanceOrder.Times.LONGEST_EVACUATION));
      checkDays("--hook-time", hookTime, MaintenanceOrder.Times.LONGEST);
      checkDays("--recover-time", recoverTime, MaintenanceOrder.Times.LONGEST);
      checkDays("--prove-time", proveTime, MaintenanceOrder.Times.LONGEST);
      if (evacuateTime.isPresent() && !general.impact().evacuates()) {
        throw new IllegalArgumentException("--evacuate-time needs --evacuate");
      }
      return new MaintenanceOrder.Limits(
          general.impact(),
          general.hours(),
          setAside,
          attempts,
          new MaintenanceOrder.Times(
              evacuateTime.orElse(Duration.ofDays(1)), hookTime, recoverTime, proveTime),
          new MachineRule(version, anyHardware));
    }
  }

  /**
   * The order for some hosts.
   *
   * @throws picocli.CommandLine.ParameterException if it is not valid
   */
  MaintenanceOrder order(SortedSet<String> hosts) {
    try {
      return new MaintenanceOrder(
          request,
          owner,
          purpose,
          hosts,
          conduct.hooks(),
          conduct.parameters(),
          conduct.limits(limits));
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  /** Checks all that does not depend on the hosts of the cluster. */
  @Override
  protected void check() {
    if (choice.isEmpty()) {
      throw refused("name hosts, or use --all or --version-is");
    }
    checkText("--purpose", purpose);
    checkText("--owner", owner);
    SortedSet<String> hosts = new TreeSet<>();
    conduct.parameters.keySet().stream()
        .filter(key -> key.contains(":"))
        .forEach(key -> hosts.add(key.substring(0, key.indexOf(':'))));
    order(hosts.isEmpty() ? new TreeSet<>(List.of("host")) : hosts);
  }

  private void checkText(String option, String text) {
    if (!MaintenanceOrder.isText(text)) {
      throw refused(
          "%s must have 1 to %d characters, no control characters and not only spaces"
              .formatted(option, MaintenanceOrder.LONGEST_TEXT));
    }
  }

  @Override
  protected int change(Place place) throws InterruptedException {
    MaintenanceOrder order = order(chosen(place));
    long now = new SystemTime().wallMillis();
    MaintenanceTable table =
        new ZooKeeperMaintenance(place.address()).change(before -> before.start(order, now));
    Optional<MaintenanceTable.Ended> ended = table.ended(order.id());
    if (isJson()) {
      print(
          ended
              .<Record>map(MaintenanceDocument::of)
              .orElseGet(() ->
                  MaintenanceDocument.of(place.dataCenter(), table.workflow().orElseThrow(), now)));
    } else {
      print(ended.map(MaintenanceStartCommand::text).orElseGet(() -> text(table)));
    }
    return ExitCode.OK.code();
  }

  private static String text(MaintenanceTable table) {
    MaintenanceWorkflow workflow = table.workflow().orElseThrow();
    return "maintenance %d of %s is recorded; admin maintenance run carries it out"
        .formatted(workflow.number(), NumberText.names(workflow.hosts().keySet()));
  }

  static String text(MaintenanceTable.Ended ended) {
    return "maintenance %d had this request id and has ended: %s since %s; nothing is started"
        .formatted(
            ended.number(),
            MaintenanceDocument.lower(ended.end().state()),
            LockText.time(ended.end().endedMillis()));
  }

  private SortedSet<String> chosen(Place place) throws InterruptedException {
    Collection<MaintenanceHosts.Observed> known =
        MaintenanceHosts.of(
                new ClusterObserver(place.access(), patience()).observe(), Optional.empty())
            .in(place.dataCenter());
    SortedSet<String> missing = choice.missing(known);
    SortedSet<String> hosts = new TreeSet<>();
    known.stream().filter(choice::has).forEach(each -> hosts.add(each.host().name()));
    String name = place.dataCenter().name();
    if (!missing.isEmpty()) {
      throw refused("no such host in %s: %s".formatted(name, NumberText.names(missing)));
    }
    SortedSet<String> unknown = choice.unknown(known);
    if (!unknown.isEmpty()) {
      note(HostChoice.unknownText(unknown));
    }
    if (hosts.isEmpty()) {
      throw refused(choice.noMatch(name));
    }
    return hosts;
  }
}
