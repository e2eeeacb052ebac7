package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockService;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.lock.MemoryLocks;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.ImpactAnalysis;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.machine.Hardware;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A data centre in memory, with hooks that stop and start its hosts, and executors that may die
 * between any two calls to it.
 */
final class MaintenanceModel implements Time {
  /** An executor dies. */
  static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static final Machine MACHINE =
      new Machine(
          new TreeSet<>(Set.of("1")),
          OptionalLong.of(0),
          Optional.of(new Hardware(8, 32L << 30, 2, List.of(100_000_000L, 200_000_000L))));

  final NavigableMap<String, Host> hosts = new TreeMap<>();
  final SortedSet<String> down = new TreeSet<>();
  final NavigableMap<String, Integer> upgrades = new TreeMap<>();

  /** Hosts that stay down after an upgrade. */
  final SortedSet<String> stuck = new TreeSet<>();

  /** Machines that are not as all others. */
  final NavigableMap<String, Machine> machines = new TreeMap<>();

  /** Hosts that are never proven. */
  final SortedSet<String> doubtful = new TreeSet<>();

  /** Hosts that cannot be proven now because of another one. */
  final SortedSet<String> awayPeers = new TreeSet<>();

  /** Hosts from which no replica moves. */
  final SortedSet<String> full = new TreeSet<>();

  /** When the last replicas of the drained hosts have moved off. */
  final SortedMap<String, Long> moving = new TreeMap<>();

  /** When the comparisons of hosts end. */
  final SortedMap<String, Long> comparing = new TreeMap<>();

  /** The time up to which hosts are proven. */
  final NavigableMap<String, Long> proven = new TreeMap<>();

  /** Each set of hosts of which at most one may be down. */
  final List<SortedSet<String>> partitions = new ArrayList<>();

  final Random random;
  final MemoryLocks locks = new MemoryLocks(this);
  final List<String> news = new ArrayList<>();
  private MaintenanceTable table = MaintenanceTable.EMPTY;
  private long now = 1_000_000;

  /** Of each 1,000 calls. */
  int deaths;

  int failures;

  /** Of all hosts together, in per cent of one of them. */
  int load;

  /** The rounds that each hook takes, or a random number. */
  OptionalInt hookRounds = OptionalInt.empty();

  /** Changes of the record that fail from now on. */
  int refusedChanges;

  /** Names of hooks that the executors do not have. */
  final Set<String> missingHooks = new HashSet<>();

  /** Happens during the next observation. */
  Runnable duringObservation = () -> {};

  private int executors;

  /** Of all executors, dead ones too. */
  private final List<Hooks> allHooks = new ArrayList<>();

  /** Hosts with the usual machine. */
  static SortedMap<String, Machine> machines(Collection<String> hosts) {
    SortedMap<String, Machine> machines = new TreeMap<>();
    hosts.forEach(host -> machines.put(host, MACHINE));
    return machines;
  }

  MaintenanceModel(long seed) {
    this.random = new Random(seed);
  }

  void add(String name) {
    hosts.put(name, new Host(name, "dc1", "zone-" + name.charAt(0)));
  }

  @Override
  public long wallMillis() {
    return now;
  }

  @Override
  public long monotonicNanos() {
    return now * 1_000_000;
  }

  void pass(Duration span) {
    now += span.toMillis();
  }

  MaintenanceTable table() {
    return table;
  }

  MaintenanceWorkflow workflow() {
    return table.workflow().orElseThrow();
  }

  void start(MaintenanceOrder order) {
    table = table.start(order, now);
  }

  void change(UnaryOperator<MaintenanceWorkflow> change) {
    table = table.change(change);
  }

  /** The hosts of a partition that are down or may go down at any moment. */
  void assertQuorums(SortedSet<String> broken) {
    for (SortedSet<String> partition : partitions) {
      SortedSet<String> away = new TreeSet<>(partition);
      away.removeIf(host -> !down.contains(host) || broken.contains(host));
      if (away.size() > 1) {
        throw new AssertionError(away + " are down together; " + table + "\n" + news);
      }
    }
  }

  private void mayDie() {
    if (random.nextInt(1000) < deaths) {
      throw new Death();
    }
  }

  MaintenanceExecutor executor(Hooks hooks) {
    String id = "executor-" + ++executors;
    allHooks.add(hooks);
    return new MaintenanceExecutor(
        id,
        id,
        new MaintenanceExecutor.Tools(
            new Store(), new Locks(hooks), new Site(), hooks, this, news::add));
  }

  private final class Store implements MaintenanceStore {
    @Override
    public MaintenanceTable read() {
      mayDie();
      return table;
    }

    @Override
    public MaintenanceTable change(UnaryOperator<MaintenanceTable> change) {
      mayDie();
      if (refusedChanges > 0) {
        refusedChanges--;
        throw new AumbryException(ErrorCode.CONNECTION_LOST, "no answer");
      }
      table = change.apply(table);
      mayDie();
      return table;
    }
  }

  private final class Locks implements LockService {
    private final Hooks own;

    Locks(Hooks own) {
      this.own = own;
    }

    @Override
    public LockAnswer acquire(LockRequest request, boolean mayWait) {
      mayDie();
      LockAnswer answer = locks.acquire(request, mayWait);
      if (request.hosts().contains(MaintenanceExecutor.SEAT) && answer.isHeld()) {
        requireNoOtherHooks();
      }
      mayDie();
      return answer;
    }

    private void requireNoOtherHooks() {
      for (Hooks each : allHooks) {
        if (each != own && each.allowedNanos > monotonicNanos()) {
          throw new AssertionError("hooks of a former executor may still run");
        }
      }
    }

    @Override
    public HostLock renew(long number, Optional<Duration> lease) {
      mayDie();
      return locks.renew(number, lease);
    }

    @Override
    public Optional<HostLock> release(long number) {
      mayDie();
      Optional<HostLock> was = locks.release(number);
      mayDie();
      return was;
    }
  }

  private boolean isDrained(String host) {
    return locks.table().holder(host).filter(lock -> lock.drained().contains(host)).isPresent();
  }

  private boolean isEmpty(String host) {
    return !full.contains(host) && moving.getOrDefault(host, Long.MAX_VALUE) <= now;
  }

  private final class Site implements MaintenanceSite {
    @Override
    public Observed observe() {
      mayDie();
      Observed seen = new Seen(new TreeSet<>(down));
      Runnable meanwhile = duringObservation;
      duringObservation = () -> {};
      meanwhile.run();
      return seen;
    }

    @Override
    public void beginDrain(String host, long lock) {
      mayDie();
      locks.drain(host, lock);
      moving.putIfAbsent(host, now + random.nextInt(90_000));
      mayDie();
    }

    @Override
    public void endDrain(String host, long lock) {
      mayDie();
      if (isDrained(host)) {
        locks.endDrain(host);
        moving.remove(host);
      }
      mayDie();
    }
  }

  private final class Seen implements MaintenanceSite.Observed {
    private final SortedSet<String> absent;

    Seen(SortedSet<String> absent) {
      this.absent = absent;
    }

    @Override
    public LockTable locks() {
      return locks.table();
    }

    @Override
    public BatchPlan plan(SortedSet<String> names, OptionalLong ownLock, ImpactLimits limits) {
      List<SafetyRule> rules = new ArrayList<>();
      SortedSet<String> away = new TreeSet<>(absent);
      for (HostLock lock : locks.table().locks()) {
        if (lock.isHeld() && (ownLock.isEmpty() || ownLock.getAsLong() != lock.number())) {
          for (String name : lock.request().hosts()) {
            away.add(name);
            Optional.ofNullable(hosts.get(name))
                .ifPresent(
                    host -> rules.add(new SafetyRule("locked by " + lock, Map.of(host, 1L), 0)));
          }
        }
      }
      partitions.forEach(each -> rules.add(ModelRules.partition(each, hosts, away)));
      hosts.values().stream()
          .collect(Collectors.groupingBy(Host::zone))
          .values()
          .forEach(zone -> rules.add(ModelRules.limit(zone, limits.mostInZonePercent(), away)));
      limits
          .reservePercent()
          .ifPresent(
              reserve -> rules.add(ModelRules.carrying(hosts.values(), load, reserve, away)));
      List<Host> chosen =
          names.stream()
              .filter(name -> ownLock.isPresent() || !locks().isAwaited(name))
              .map(hosts::get)
              .toList();
      return ImpactAnalysis.plan(chosen, rules);
    }

    @Override
    public boolean isDown(String host) {
      return absent.contains(host);
    }

    @Override
    public boolean hasStorageNode(String host) {
      return true;
    }

    @Override
    public boolean isDrained(String host, long lock) {
      return locks.table().drains(host, lock);
    }

    @Override
    public Optional<String> remaining(String host) {
      return absent.contains(host) ? Optional.of("it is down") : listed(host);
    }

    @Override
    public Optional<String> listed(String host) {
      return isEmpty(host) ? Optional.empty() : Optional.of("2 replicas left");
    }

    @Override
    public Optional<String> missing(String host) {
      return absent.contains(host) ? Optional.of("it is down") : Optional.empty();
    }

    @Override
    public Machine machine(String host) {
      return machines.getOrDefault(host, MACHINE);
    }

    @Override
    public Optional<MaintenanceSite.Unproven> unproven(String host, long upToMillis) {
      if (proven.getOrDefault(host, 0L) >= upToMillis) {
        return Optional.empty();
      }
      if (awayPeers.contains(host)) {
        return Optional.of(new MaintenanceSite.Unproven("a peer is away", true));
      }
      Long ready = comparing.get(host);
      if (ready != null && now >= ready && !doubtful.contains(host)) {
        proven.put(host, upToMillis);
      }
      return Optional.of(new MaintenanceSite.Unproven("a replica is being compared", false));
    }

    /** A proof takes longer than the time after which it is asked for again. */
    @Override
    public Map<String, String> prove(SortedMap<String, Long> upToMillis) {
      mayDie();
      for (String host : upToMillis.keySet()) {
        comparing.putIfAbsent(host, now + Duration.ofSeconds(90).toMillis());
      }
      mayDie();
      return Map.of();
    }
  }

  /** The hooks of one executor. They end after a random number of rounds. */
  final class Hooks implements HookRunner {
    private long executor;
    private final Map<HookCall, Integer> running = new TreeMap<>(this::compare);
    private final Map<HookCall, HookResult> results = new TreeMap<>(this::compare);
    private long allowedNanos;

    /** The hooks that have started, in their order. */
    final List<HookCall> started = new ArrayList<>();

    private int compare(HookCall one, HookCall other) {
      return one.toString().compareTo(other.toString());
    }

    @Override
    public Optional<String> problem(MaintenanceOrder order) {
      return order.hooks().values().stream()
          .flatMap(List::stream)
          .filter(missingHooks::contains)
          .findFirst()
          .map("no hook "::concat);
    }

    @Override
    public void actAs(long number) {
      executor = number;
    }

    @Override
    public void allowUntil(long monotonicNanos) {
      allowedNanos = monotonicNanos;
    }

    @Override
    public void start(HookCall call, MaintenanceOrder order, long lock) {
      mayDie();
      if (allowedNanos <= monotonicNanos()) {
        throw new AssertionError(call + " although another executor may have taken over");
      }
      if (table.executor() != executor) {
        throw new AssertionError(call + " although an earlier executor may still record");
      }
      boolean isLocked =
          locks.table().holder(call.host()).filter(held -> held.number() == lock).isPresent();
      if (!isLocked) {
        throw new AssertionError(call + " without its lock " + lock);
      }
      boolean isReady = isDrained(call.host()) && isEmpty(call.host());
      if (call.step() == HostStep.BEFORE_DRAIN && isDrained(call.host())) {
        throw new AssertionError(call + " although its drain has begun");
      }
      boolean needsDrain = call.step() == HostStep.BEFORE || call.step() == HostStep.UPGRADE;
      if (order.evacuates() && !isReady && needsDrain) {
        throw new AssertionError(call + " although it has replicas, or may get some");
      }
      started.add(call);
      running.put(call, hookRounds.isPresent() ? hookRounds.getAsInt() : random.nextInt(3));
      if (call.step() == HostStep.UPGRADE) {
        down.add(call.host());
      }
    }

    @Override
    public Map<HookCall, HookResult> ended() {
      Map<HookCall, HookResult> ended = new TreeMap<>(this::compare);
      running.replaceAll((_, rounds) -> rounds - 1);
      running.forEach((call, rounds) -> {
        if (rounds < 0) {
          ended.put(call, results.computeIfAbsent(call, this::result));
        }
      });
      return ended;
    }

    @Override
    public void forget(HookCall call) {
      running.remove(call);
      results.remove(call);
    }

    private HookResult result(HookCall call) {
      boolean isUpgrade = call.step() == HostStep.UPGRADE;
      if (random.nextInt(100) < failures) {
        return new HookResult(random.nextBoolean() ? Verdict.RETRY : Verdict.GIVE_UP, "failed");
      }
      if (isUpgrade) {
        down.remove(call.host());
        if (stuck.contains(call.host())) {
          down.add(call.host());
        }
        upgrades.merge(call.host(), 1, Integer::sum);
      }
      return new HookResult(Verdict.DONE, "");
    }

    @Override
    public boolean isRunning(String host) {
      return running.keySet().stream().anyMatch(call -> call.host().equals(host));
    }

    @Override
    public void stopAll() {
      running.clear();
      results.clear();
    }
  }
}
