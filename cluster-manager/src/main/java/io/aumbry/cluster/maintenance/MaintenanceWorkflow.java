package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.cluster.maintenance.machine.MachineBefore;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The state of a maintenance workflow. Immutable: each event gives another state, and an event that
 * comes twice or late has no effect.
 *
 * <p>One batch of hosts is worked on at a time, under one lock. Each of its hosts goes through the
 * steps of {@link HostStep} by itself. The next batch is chosen when all of them have ended.
 *
 * @param number of the workflow in its data centre
 * @param hosts the progress of each host of the order
 */
public record MaintenanceWorkflow(
    long number,
    MaintenanceOrder order,
    long startedMillis,
    Standing standing,
    Batch batch,
    SortedMap<String, HostProgress> hosts) {
  /** The pause before a failed attempt is repeated. */
  static final Duration RETRY_PAUSE = Duration.ofSeconds(10);

  public enum State {
    RUNNING,
    /** No further batch begins. The current one goes on. */
    PAUSED,
    /** No further hook begins. */
    ABORTING,
    ABORTED,
    DONE;

    public boolean isEnd() {
      return this == ABORTED || this == DONE;
    }
  }

  /**
   * The state, the reason for it, and since when.
   *
   * @param reason empty if there is none to tell
   */
  public record Standing(State state, String reason, long sinceMillis) {
    public Standing {
      reason = HostNote.shortened(reason);
    }
  }

  /**
   * The batch that was last begun.
   *
   * @param count of batches so far
   * @param lock the number of its lock, or 0 if it has ended
   */
  public record Batch(int count, long lock) {
    static final Batch NONE = new Batch(0, 0);

    public boolean isOpen() {
      return lock != 0;
    }
  }

  public MaintenanceWorkflow {
    hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
  }

  static MaintenanceWorkflow of(long number, MaintenanceOrder order, long nowMillis) {
    SortedMap<String, HostProgress> hosts = new TreeMap<>();
    order.hosts().forEach(host -> hosts.put(host, HostProgress.waiting(nowMillis)));
    Standing running = new Standing(State.RUNNING, "", nowMillis);
    return new MaintenanceWorkflow(number, order, nowMillis, running, Batch.NONE, hosts);
  }

  public State state() {
    return standing.state();
  }

  /** The id of the request for the lock of the present batch. */
  String lockId() {
    return lockId(batch.count());
  }

  /** The id of the request for the lock of the next batch. */
  String nextLockId() {
    return lockId(batch.count() + 1);
  }

  private String lockId(int of) {
    return LockRequest.idOfMaintenance(number, Integer.toString(of));
  }

  /** The id of the request with which it queues for hosts of others. */
  String queueId() {
    return LockRequest.idOfMaintenance(number, "queue");
  }

  public Optional<HostProgress> find(String host) {
    return Optional.ofNullable(hosts.get(host));
  }

  public SortedSet<String> waiting() {
    return hosts(List.of(HostStep.WAITING));
  }

  public SortedSet<String> working() {
    return hosts.keySet().stream()
        .filter(host -> step(host).isWorking())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public SortedSet<String> hosts(Collection<HostStep> steps) {
    return hosts.keySet().stream()
        .filter(host -> steps.contains(step(host)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The hosts that are down for their upgrade, or may go down. */
  SortedSet<String> atRisk() {
    return hosts(List.of(HostStep.UPGRADE, HostStep.AFTER_UPGRADE, HostStep.RECOVER));
  }

  private HostStep step(String host) {
    return find(host).map(HostProgress::step).orElse(HostStep.WAITING);
  }

  /** Whether it is paused and works on no host. */
  public boolean isResting() {
    return state() == State.PAUSED && !batch.isOpen();
  }

  /** Whether another batch may begin. */
  public boolean mayBegin() {
    return state() == State.RUNNING && !batch.isOpen() && !waiting().isEmpty();
  }

  /** The time at which the next batch may begin, if the hours of the order make it wait. */
  public OptionalLong waitsUntil(long nowMillis) {
    return mayBegin() ? order.limits().hours().opensAt(nowMillis) : OptionalLong.empty();
  }

  /**
   * Begins a batch under a lock that is held. No effect unless it is the next one, and within the
   * hours of the order.
   *
   * @param chosen its hosts, as they are now
   */
  public MaintenanceWorkflow begin(
      int next, long lock, Map<String, Machine> chosen, long nowMillis) {
    if (!mayBegin() || waitsUntil(nowMillis).isPresent()) {
      return this;
    }
    if (next != batch.count() + 1 || !waiting().containsAll(chosen.keySet())) {
      return this;
    }
    SortedMap<String, HostProgress> after = new TreeMap<>(hosts);
    chosen.forEach((host, machine) ->
        after.computeIfPresent(
            host,
            (_, was) ->
                skipping(was.with(compared(machine)).entering(HostStep.BEFORE_DRAIN, nowMillis))));
    Standing running = new Standing(State.RUNNING, "", standing.sinceMillis());
    return new MaintenanceWorkflow(
        number, order, startedMillis, running, new Batch(next, lock), after);
  }

  private MachineBefore compared(Machine machine) {
    boolean isAny = order.limits().machine().anyHardware();
    return new MachineBefore(isAny ? Optional.empty() : machine.hardware(), machine.processes());
  }

  /** The reason why the machine of a host is not as it must be after the upgrade, or empty. */
  Optional<String> problem(String host, Machine machine) {
    MachineBefore before = find(host).map(HostProgress::before).orElse(MachineBefore.NONE);
    return order.limits().machine().problem(machine, before);
  }

  /** The lock of the open batch ended too early, and was taken again. */
  public MaintenanceWorkflow relocked(long before, long lock) {
    return batch.isOpen() && batch.lock() == before
        ? new MaintenanceWorkflow(
            number, order, startedMillis, standing, new Batch(batch.count(), lock), hosts)
        : this;
  }

  /** The run of a hook that a host waits for, if it is in a step with a hook. */
  public Optional<HookCall> hook(String host) {
    return find(host)
        .filter(progress -> progress.step().hasHook())
        .map(progress ->
            new HookCall(
                number,
                host,
                progress.step(),
                order.hooks(progress.step()).get(progress.hook()),
                progress.attempts(),
                progress.sinceMillis()));
  }

  /** A hook has ended. No effect if the host has gone on since. */
  public MaintenanceWorkflow hookEnded(HookCall call, HookResult result, long nowMillis) {
    if (!hook(call.host()).equals(Optional.of(call))) {
      return this;
    }
    HostProgress was = find(call.host()).orElseThrow();
    int hooks = order.hooks(call.step()).size();
    String why = hooks == 1 ? result.text() : call.hook() + ": " + result.text();
    return with(
        call.host(),
        switch (result.verdict()) {
          case DONE ->
              was.hook() + 1 < hooks
                  ? was.nextHook(nowMillis)
                  : skipping(was.entering(call.step().next(), nowMillis));
          case RETRY -> retry(was, call.step(), why, nowMillis);
          case GIVE_UP -> givenUp(was, why, nowMillis);
        });
  }

  private static String name(HostStep step) {
    return step.name().toLowerCase(Locale.ROOT) + ": ";
  }

  /** Steps that the order does not have are over at once. */
  private HostProgress skipping(HostProgress host) {
    HostStep step = host.step();
    boolean isOver =
        step == HostStep.EVACUATE
            ? !order.evacuates()
            : step.hasHook() && order.hooks(step).isEmpty();
    return isOver ? skipping(host.entering(step.next(), host.sinceMillis())) : host;
  }

  private HostProgress retry(HostProgress host, HostStep step, String why, long nowMillis) {
    boolean isLast = host.attempts() + 1 >= order.limits().attempts();
    String note = name(host.step()) + why;
    return host.retrying(
        isLast ? HostStep.SET_ASIDE : step, note, nowMillis, RETRY_PAUSE.toMillis());
  }

  /**
   * A host was observed while its replicas move off. One on which replicas are left too long is set
   * aside.
   *
   * @param obstacle the reason why it still has replicas or may get some, or empty
   */
  public MaintenanceWorkflow evacuated(String host, Optional<String> obstacle, long nowMillis) {
    Optional<HostProgress> was = find(host).filter(each -> each.step() == HostStep.EVACUATE);
    if (was.isEmpty()) {
      return this;
    }
    HostProgress progress = was.get();
    if (obstacle.isEmpty()) {
      return with(host, skipping(progress.entering(HostStep.BEFORE, nowMillis)));
    }
    return isLate(progress, order.limits().times().evacuate(), nowMillis)
        ? with(host, givenUp(progress, obstacle.get(), nowMillis))
        : with(host, progress.waitingFor(obstacle.get()));
  }

  /**
   * A host that was empty was observed before its next hook. If it is not empty any more, because
   * an operator has ended its drain, it is evacuated again.
   *
   * @param why it has replicas or may get some
   */
  public MaintenanceWorkflow refilled(String host, String why, long nowMillis) {
    return find(host)
        .filter(each -> each.step() == HostStep.BEFORE || each.step() == HostStep.UPGRADE)
        .map(each -> with(host, each.entering(HostStep.EVACUATE, nowMillis).waitingFor(why)))
        .orElse(this);
  }

  private static HostProgress givenUp(HostProgress host, String why, long nowMillis) {
    return host.setAside(name(host.step()) + why, nowMillis);
  }

  private static boolean isLate(HostProgress progress, Duration limit, long nowMillis) {
    return nowMillis - progress.sinceMillis() >= limit.toMillis();
  }

  /**
   * A host was observed while it recovers. If it is not whole in time, it is upgraded again. If the
   * order evacuates, it is evacuated before, because it may have replicas again.
   *
   * @param missing the reason why it is not whole, or empty
   */
  public MaintenanceWorkflow observed(String host, Optional<String> missing, long nowMillis) {
    Optional<HostProgress> was = find(host).filter(each -> each.step() == HostStep.RECOVER);
    if (was.isEmpty()) {
      return this;
    }
    HostProgress progress = was.get();
    if (missing.isEmpty()) {
      return with(host, progress.entering(HostStep.PROVE, nowMillis));
    }
    HostStep again = order.evacuates() ? HostStep.EVACUATE : HostStep.UPGRADE;
    return isLate(progress, order.limits().times().recover(), nowMillis)
        ? with(host, retry(progress, again, missing.get(), nowMillis))
        : with(host, progress.waitingFor(missing.get()));
  }

  /**
   * The proof of a host was looked at. A host without a proof in time is set aside, because another
   * upgrade would not help.
   *
   * @param unproven the reason why it is not proven, or empty
   * @param waitedMillis for the proof so far, without times when it could not be done
   */
  public MaintenanceWorkflow proof(
      String host, Optional<String> unproven, long waitedMillis, long nowMillis) {
    Optional<HostProgress> was = find(host).filter(each -> each.step() == HostStep.PROVE);
    if (was.isEmpty()) {
      return this;
    }
    HostProgress progress = was.get();
    if (unproven.isEmpty()) {
      return with(host, skipping(progress.entering(HostStep.AFTER, nowMillis)));
    }
    return waitedMillis >= order.limits().times().prove().toMillis()
        ? with(host, givenUp(progress, unproven.get(), nowMillis))
        : with(host, progress.waitingFor(unproven.get()));
  }

  /** The upgrade of a host does not begin now, because its batch is not safe any more. */
  public MaintenanceWorkflow held(String host, String why) {
    return find(host)
        .filter(each -> each.step() == HostStep.UPGRADE)
        .map(each -> with(host, each.waitingFor(why)))
        .orElse(this);
  }

  /** A hook of a host starts, so the host does not wait any more. */
  public MaintenanceWorkflow starting(HookCall call) {
    return hook(call.host()).equals(Optional.of(call))
        ? with(call.host(), find(call.host()).orElseThrow().goingOn())
        : this;
  }

  /** The next batch cannot begin now. */
  public MaintenanceWorkflow stalled(String why) {
    return mayBegin() ? in(State.RUNNING, HostNote.WAITS + why, standing.sinceMillis()) : this;
  }

  /** In an aborted workflow, a host ends at its step once no hook of it runs. */
  public MaintenanceWorkflow stopped(String host, long nowMillis) {
    return find(host)
        .filter(each -> state() == State.ABORTING && each.step().isWorking())
        .map(each -> with(host, givenUp(each, "aborted", nowMillis)))
        .orElse(this);
  }

  /** The lock of the batch is released, because none of its hosts is worked on any more. */
  public MaintenanceWorkflow batchEnded(int count) {
    return count == batch.count() && working().isEmpty()
        ? new MaintenanceWorkflow(
            number, order, startedMillis, standing, new Batch(count, 0), hosts)
        : this;
  }

  private MaintenanceWorkflow with(String host, HostProgress progress) {
    SortedMap<String, HostProgress> after = new TreeMap<>(hosts);
    after.put(host, progress);
    return new MaintenanceWorkflow(number, order, startedMillis, standing, batch, after);
  }

  private MaintenanceWorkflow in(State state, String reason, long nowMillis) {
    Standing next = new Standing(state, reason, nowMillis);
    return new MaintenanceWorkflow(number, order, startedMillis, next, batch, hosts);
  }

  /**
   * The consequences of the progress of the hosts for the whole workflow. It pauses itself when a
   * host is set aside beyond the limit, and ends when no host is left.
   */
  public MaintenanceWorkflow settled(long nowMillis) {
    if (state() == State.ABORTING && !batch.isOpen()) {
      return in(State.ABORTED, standing.reason(), nowMillis);
    }
    boolean isOver = hosts.values().stream().allMatch(host -> host.step().isEnd());
    if (!state().isEnd() && isOver && !batch.isOpen()) {
      return in(State.DONE, "", nowMillis);
    }
    return this;
  }

  /** Pauses after an event if it has set aside more hosts than the limit. */
  public MaintenanceWorkflow pausedAfter(MaintenanceWorkflow before, long nowMillis) {
    int was = before.setAside();
    int now = setAside();
    return state() == State.RUNNING && now > was && now > order.limits().mostSetAside()
        ? in(
            State.PAUSED,
            now == 1 ? "1 host is set aside" : now + " hosts are set aside",
            nowMillis)
        : this;
  }

  public int setAside() {
    return hosts(List.of(HostStep.SET_ASIDE)).size();
  }

  public MaintenanceWorkflow pause(String reason, long nowMillis) {
    return state() == State.RUNNING ? in(State.PAUSED, reason, nowMillis) : this;
  }

  public MaintenanceWorkflow resume(long nowMillis) {
    return state() == State.PAUSED ? in(State.RUNNING, "", nowMillis) : this;
  }

  public MaintenanceWorkflow abort(String reason, long nowMillis) {
    return state() == State.RUNNING || state() == State.PAUSED
        ? in(State.ABORTING, reason, nowMillis).settled(nowMillis)
        : this;
  }

  /** Whether a host is to be drained in its step. The drain ends before a host is proven. */
  boolean drains(String host) {
    HostStep step = step(host);
    return order.evacuates()
        && step.compareTo(HostStep.EVACUATE) >= 0
        && step.compareTo(HostStep.RECOVER) <= 0;
  }

  /** The number of hosts in each step, in the order of the steps. */
  public Map<HostStep, Long> counts() {
    return hosts.values().stream()
        .collect(Collectors.groupingBy(HostProgress::step, TreeMap::new, Collectors.counting()));
  }
}
