package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.PrintableText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * An operator's order to take hosts of one data centre through maintenance.
 *
 * @param id names the order, so that it may be repeated when its answer was lost
 * @param owner for display
 * @param purpose for display
 * @param hooks names of files by step, in the order in which they run, each once in a step. {@link
 *     HostStep#UPGRADE} is required
 */
public record MaintenanceOrder(
    String id,
    String owner,
    String purpose,
    SortedSet<String> hosts,
    Map<HostStep, List<String>> hooks,
    Parameters parameters,
    Limits limits) {
  /** With {@link HostNote#LONGEST}, they fit into one node of ZooKeeper. */
  public static final int MOST_HOSTS = 1_000;

  /** Hooks of a step. */
  private static final int MOST_HOOKS = 20;

  private static final int MOST_PARAMETERS = 20;

  /** Bytes of the parameters of all single hosts together, in UTF-8. */
  private static final int MOST_BYTES = 100_000;

  /** Bytes of the record that a parameter takes besides its name and its value. */
  private static final int OF_PARAMETER = 20;

  /** Bytes of the record that the parameters of a host take besides these. */
  private static final int OF_HOST = 40;

  public static final int LONGEST_TEXT = 100;
  public static final int MOST_ATTEMPTS = 100;
  private static final int LONGEST_VALUE = 500;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern HOOK = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern PARAMETER = Pattern.compile("[A-Z][A-Z0-9_]{0,39}");

  /**
   * The limits of a workflow.
   *
   * @param impact the most that may be down together
   * @param hours in which batches begin
   * @param mostSetAside hosts; with more, the workflow pauses itself
   * @param attempts for a host, over all of its steps
   * @param machine the conditions that a host must meet after its upgrade
   */
  public record Limits(
      ImpactLimits impact,
      MaintenanceHours hours,
      int mostSetAside,
      int attempts,
      Times times,
      MachineRule machine) {
    public Limits {
      Bounds.check("set-aside hosts", mostSetAside, 0, MOST_HOSTS);
      Bounds.check("attempts", attempts, 1, MOST_ATTEMPTS);
    }
  }

  /**
   * The time limits of a host.
   *
   * @param evacuate until no replica is left on it. Not used by orders that do not evacuate
   * @param hook limit of one run of a hook
   * @param recover until it must be whole again
   * @param prove until its replicas must be proven
   */
  public record Times(Duration evacuate, Duration hook, Duration recover, Duration prove) {
    public static final Duration LONGEST = Duration.ofDays(7);

    /** A node may hold more than can be moved in a week. */
    public static final Duration LONGEST_EVACUATION = Duration.ofDays(60);

    public Times {
      Duration shortest = Duration.ofSeconds(1);
      Bounds.check("time to evacuate", evacuate, shortest, LONGEST_EVACUATION);
      Bounds.check("time of a hook", hook, shortest, LONGEST);
      Bounds.check("time to recover", recover, shortest, LONGEST);
      Bounds.check("time to prove", prove, shortest, LONGEST);
    }
  }

  /**
   * The parameters of hooks, by name.
   *
   * @param common of all hosts
   * @param byHost of single hosts. They replace common ones of the same name
   */
  public record Parameters(
      SortedMap<String, String> common, SortedMap<String, SortedMap<String, String>> byHost) {
    public static final Parameters NONE = new Parameters(new TreeMap<>(), new TreeMap<>());

    public Parameters {
      common = checked(common);
      SortedMap<String, SortedMap<String, String>> all = new TreeMap<>();
      byHost.forEach((host, its) -> all.put(host, checked(its)));
      byHost = Collections.unmodifiableSortedMap(all);
      long bytes = byHost.values().stream().mapToLong(Parameters::bytes).sum();
      Bounds.check("bytes of the parameters of hosts", bytes, 0, MOST_BYTES);
    }

    private static long bytes(Map<String, String> ofHost) {
      return OF_HOST
          + ofHost.entrySet().stream()
              .mapToLong(each ->
                  OF_PARAMETER
                      + each.getKey().length()
                      + (long) each.getValue().getBytes(StandardCharsets.UTF_8).length)
              .sum();
    }

    /** The parameters of the hooks of a host. */
    public SortedMap<String, String> of(String host) {
      NavigableMap<String, String> all = new TreeMap<>(common);
      Optional.ofNullable(byHost.get(host)).ifPresent(all::putAll);
      return all;
    }

    private static SortedMap<String, String> checked(Map<String, String> parameters) {
      Bounds.check("number of parameters", parameters.size(), 0, MOST_PARAMETERS);
      parameters.forEach((name, value) -> {
        check(PARAMETER.matcher(name).matches(), "parameter (A-Z, 0-9 and _)", name);
        boolean isText = PrintableText.isPrintable(value) && value.length() <= LONGEST_VALUE;
        check(isText, "value of parameter " + name, value);
      });
      return Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }
  }

  public MaintenanceOrder {
    hosts = Collections.unmodifiableSortedSet(new TreeSet<>(hosts));
    hooks = copy(hooks);
    check(
        ID.matcher(id).matches(),
        "request id (1 to 64 letters, digits, '.', '_' or '-', the first a letter or digit)",
        id);
    check(isText(owner), "owner", owner);
    check(isText(purpose), "purpose", purpose);
    Bounds.check("number of hosts", hosts.size(), 1, MOST_HOSTS);
    hosts.forEach(host -> check(NodeId.isValid(host), "host", host));
    if (!hooks.containsKey(HostStep.UPGRADE)) {
      throw new IllegalArgumentException("a workflow needs an upgrade hook");
    }
    hooks.forEach(MaintenanceOrder::checkHooks);
    for (String host : parameters.byHost.keySet()) {
      check(hosts.contains(host), "host of a parameter, which is not in the order,", host);
    }
  }

  /** Steps without a hook are left out. */
  private static SortedMap<HostStep, List<String>> copy(Map<HostStep, List<String>> hooks) {
    SortedMap<HostStep, List<String>> copy = new TreeMap<>();
    hooks.forEach((step, names) -> {
      if (!names.isEmpty()) {
        copy.put(step, List.copyOf(names));
      }
    });
    return Collections.unmodifiableSortedMap(copy);
  }

  private static void checkHooks(HostStep step, List<String> names) {
    Bounds.check("number of " + step + " hooks", names.size(), 1, MOST_HOOKS);
    names.forEach(name -> {
      check(step.hasHook() && isHook(name), step + " hook", name);
      boolean isOnce = names.indexOf(name) == names.lastIndexOf(name);
      check(isOnce, step + " hook, which is named twice,", name);
    });
  }

  /** Whether all replicas move off a host before its upgrade, because its disks do not stay. */
  public boolean evacuates() {
    return limits.impact().evacuates();
  }

  /**
   * The order with that which its record keeps.
   *
   * @param isEnd whether its workflow has ended. Then only the first hook of each step is kept
   */
  MaintenanceOrder compared(boolean isEnd) {
    Map<HostStep, List<String>> kept = new TreeMap<>(hooks);
    if (isEnd) {
      kept.replaceAll((_, names) -> List.of(names.getFirst()));
    }
    Times times = limits.times;
    Limits known =
        new Limits(
            limits.impact,
            limits.hours,
            limits.mostSetAside,
            limits.attempts,
            evacuates() ? times : new Times(times.recover, times.hook, times.recover, times.prove),
            limits.machine);
    return new MaintenanceOrder(id, owner, purpose, hosts, kept, parameters, known);
  }

  /** Whether a name is a plain file name, which cannot leave the folder of hooks. */
  public static boolean isHook(String name) {
    return HOOK.matcher(name).matches();
  }

  /** The hooks of a step, in the order in which they run. */
  public List<String> hooks(HostStep step) {
    return hooks.getOrDefault(step, List.of());
  }

  /** Whether a text may be an owner or a purpose. */
  public static boolean isText(String text) {
    return PrintableText.isPrintable(text) && !text.isBlank() && text.length() <= LONGEST_TEXT;
  }

  private static void check(boolean isValid, String what, String text) {
    if (!isValid) {
      throw new IllegalArgumentException(
          "%s '%s' is not valid".formatted(what, HostNote.shortened(text)));
    }
  }
}
