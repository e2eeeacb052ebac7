package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockService;
import io.aumbry.cluster.maintenance.MaintenanceSite.Observed;
import io.aumbry.cluster.maintenance.MaintenanceSite.Unproven;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.machine.Machine;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Carries out the maintenance workflow of a data centre, one {@link #step} after another. Several
 * executors may run. The holder of the lock {@value #SEAT} acts, and the next in the queue takes
 * over when its lease has run out.
 *
 * <p>An executor keeps nothing that its successor needs. It may die between any two calls: a lock
 * that was taken and not recorded is released and taken again, and a hook whose end was not
 * recorded starts again. The record refuses the changes of an executor that lost its place.
 */
public final class MaintenanceExecutor {
  /** The name under which the place of the executor is locked, like a host. */
  public static final String SEAT = "maintenance-executor";

  /** While all executors are gone, the hosts that are worked on stay locked for so long. */
  static final Duration BATCH_LEASE = Duration.ofHours(1);

  /**
   * The collaborators of an executor.
   *
   * @param news gets lines for people
   */
  public record Tools(
      MaintenanceStore store,
      LockService locks,
      MaintenanceSite site,
      HookRunner hooks,
      Time time,
      Consumer<String> news) {}

  private final Tools tools;
  private final FreshNews news;
  private final ExecutorSeat seat;
  private final Evacuation evacuation;

  /** The proofs that this executor waits for. */
  private final Map<String, ProofWatch> proofs = new HashMap<>();

  /**
   * Creates an executor.
   *
   * @param id unique among the executors of a data centre
   * @param owner for display
   */
  public MaintenanceExecutor(String id, String owner, Tools tools) {
    this.news = new FreshNews(tools.news());
    this.tools = tools;
    this.seat = new ExecutorSeat(id, owner, tools, news);
    this.evacuation = new Evacuation(tools.site());
  }

  /** Does what can be done now. To be called again after a moment, also after a failure. */
  public void step() throws InterruptedException {
    if (!seat.isTaken()) {
      return;
    }
    MaintenanceTable table = tools.store().read();
    Optional<MaintenanceWorkflow> active = table.active();
    if (active.isEmpty()) {
      tools.hooks().stopAll();
      rest(table.workflow(), "no workflow is active");
      return;
    }
    MaintenanceWorkflow workflow = takeResults(active.get());
    if (workflow.batch().isOpen() && !workflow.working().isEmpty()) {
      workflow = workOn(workflow);
    }
    if (workflow.batch().isOpen() && workflow.working().isEmpty()) {
      workflow = endBatch(workflow);
    }
    if (workflow.mayBegin()) {
      beginBatch(workflow);
    } else if (!workflow.batch().isOpen()) {
      rest(Optional.of(workflow), workflow.state() + ": begins no batch");
    }
  }

  /** Gives the seat, or the place in the queue for it, to the next executor. Ends its hooks. */
  public void close() throws InterruptedException {
    seat.close();
  }

  private MaintenanceWorkflow record(
      MaintenanceWorkflow workflow, UnaryOperator<MaintenanceWorkflow> event)
      throws InterruptedException {
    long by = seat.number();
    long now = tools.time().wallMillis();
    MaintenanceTable after =
        tools
            .store()
            .change(table ->
                table.execute(
                    by,
                    workflow.number(),
                    before -> event.apply(before).pausedAfter(before, now).settled(now)));
    MaintenanceWorkflow next =
        after.workflow().filter(each -> each.number() == workflow.number()).orElse(workflow);
    tellProgress(workflow, next);
    return next;
  }

  private void tellProgress(MaintenanceWorkflow before, MaintenanceWorkflow after) {
    after
        .hosts()
        .forEach((host, progress) -> {
          Optional<HostProgress> was = before.find(host);
          if (was.filter(each -> !progress.isBeyond(each)).isEmpty()) {
            boolean isTold = was.filter(each -> isSameFailure(each, progress)).isPresent();
            HostNote note = progress.note();
            String why = isTold && note.obstacle().isEmpty() ? "" : note.shown();
            news.accept("%s: %s %s".formatted(host, progress.step(), why).strip());
          }
        });
    if (before.state() != after.state()) {
      news.accept(
          "maintenance %d: %s %s"
              .formatted(after.number(), after.state(), after.standing().reason())
              .strip());
    }
  }

  private static boolean isSameFailure(HostProgress one, HostProgress other) {
    return one.attempts() == other.attempts()
        && one.note().failure().equals(other.note().failure());
  }

  private MaintenanceWorkflow takeResults(MaintenanceWorkflow from) throws InterruptedException {
    MaintenanceWorkflow workflow = from;
    for (var ended : tools.hooks().ended().entrySet()) {
      HookCall call = ended.getKey();
      long now = tools.time().wallMillis();
      workflow = record(workflow, before -> before.hookEnded(call, ended.getValue(), now));
      tools.hooks().forget(call);
    }
    return workflow;
  }

  private MaintenanceWorkflow workOn(MaintenanceWorkflow from) throws InterruptedException {
    MaintenanceWorkflow workflow = from;
    long now = tools.time().wallMillis();
    if (workflow.state() == MaintenanceWorkflow.State.ABORTING) {
      for (String host : workflow.working()) {
        if (!tools.hooks().isRunning(host)) {
          workflow = record(workflow, before -> before.stopped(host, now));
        }
      }
      if (!workflow.working().isEmpty()) {
        workflow = keepLock(workflow);
        evacuation.end(workflow);
      }
      return workflow;
    }
    workflow = keepLock(workflow);
    SortedSet<String> moving = workflow.hosts(List.of(HostStep.EVACUATE));
    SortedSet<String> recovering = workflow.hosts(List.of(HostStep.RECOVER));
    SortedSet<String> proving = workflow.hosts(List.of(HostStep.PROVE));
    SortedSet<String> due = due(workflow, now);
    boolean isIdle = Stream.of(moving, recovering, proving, due).allMatch(Set::isEmpty);
    if (isIdle && !workflow.order().evacuates()) {
      return workflow;
    }
    Observed seen = tools.site().observe();
    evacuation.end(workflow, seen);
    for (String host : moving) {
      Optional<String> obstacle = evacuation.advance(workflow, host, seen);
      workflow = record(workflow, before -> before.evacuated(host, obstacle, now));
    }
    for (String host : recovering) {
      MaintenanceWorkflow current = workflow;
      Optional<String> missing =
          seen.missing(host).or(() -> current.problem(host, seen.machine(host)));
      workflow = record(workflow, before -> before.observed(host, missing, now));
    }
    workflow = prove(workflow, proving, seen);
    return due.isEmpty() ? workflow : startHooks(workflow, due, seen);
  }

  private MaintenanceWorkflow prove(
      MaintenanceWorkflow from, SortedSet<String> proving, Observed seen)
      throws InterruptedException {
    MaintenanceWorkflow workflow = from;
    long now = tools.time().wallMillis();
    SortedMap<String, Long> due = new TreeMap<>();
    for (String host : proving) {
      long upTo = workflow.find(host).orElseThrow().sinceMillis();
      ProofWatch watch =
          Optional.ofNullable(proofs.get(host))
              .filter(each -> each.upToMillis() == upTo)
              .orElseGet(() -> ProofWatch.begin(upTo, now));
      Optional<Unproven> lack =
          seen.missing(host)
              .map(missing -> new Unproven(missing, false))
              .or(() -> watch.lack(seen, host));
      if (lack.isPresent() && watch.isDue(now)) {
        due.put(host, upTo);
      }
      ProofWatch next = watch.after(lack, due.containsKey(host), now);
      proofs.put(host, next);
      Optional<String> why = lack.map(Unproven::why);
      if (!next.blocked().equals(watch.blocked()) && !next.blocked().isEmpty()) {
        news.accept(host + " is not proven yet: " + next.blocked());
      }
      workflow = record(workflow, before -> before.proof(host, why, next.waitedMillis(now), now));
    }
    proofs.keySet().retainAll(proving);
    if (!due.isEmpty()) {
      seen.prove(due)
          .forEach((node, why) -> news.accept("%s refuses to prove: %s".formatted(node, why)));
    }
    return workflow;
  }

  private static LockRequest request(
      MaintenanceWorkflow workflow, String id, Collection<String> hosts) {
    MaintenanceOrder order = workflow.order();
    return new LockRequest(
        id, LockRequest.owner(order.owner()), order.purpose(), hosts, BATCH_LEASE);
  }

  /** Renews the lock of the batch, or queues for it again if its lease has run out. */
  private MaintenanceWorkflow keepLock(MaintenanceWorkflow workflow) throws InterruptedException {
    long lock = workflow.batch().lock();
    if (workflow.working().isEmpty() || ExecutorSeat.isRenewed(tools.locks(), lock)) {
      return workflow;
    }
    LockAnswer answer =
        tools.locks().acquire(request(workflow, workflow.lockId(), workflow.working()), true);
    if (!answer.isHeld()) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "the lock of the batch has run out, and a host belongs to " + answer.ahead().getFirst());
    }
    long next = answer.lock().orElseThrow().number();
    return record(workflow, before -> before.relocked(lock, next));
  }

  private SortedSet<String> due(MaintenanceWorkflow workflow, long nowMillis) {
    SortedSet<String> due = workflow.working();
    due.removeIf(host -> {
      HostProgress progress = workflow.find(host).orElseThrow();
      boolean isDue = progress.step().hasHook() && progress.dueMillis() <= nowMillis;
      return !isDue || tools.hooks().isRunning(host);
    });
    return due;
  }

  /**
   * Starts the hooks of hosts. The lock of the batch was just renewed. Other hosts may have failed
   * since the batch was planned, so no upgrade starts unless the batch is still safe. The upgrade
   * of a host that is down takes nothing more from the cluster.
   */
  private MaintenanceWorkflow startHooks(
      MaintenanceWorkflow planned, SortedSet<String> due, Observed seen)
      throws InterruptedException {
    MaintenanceWorkflow workflow = refill(planned, due, seen);
    Optional<String> obstacle = obstacle(workflow, seen);
    SortedSet<String> held = new TreeSet<>(due);
    held.retainAll(workflow.hosts(List.of(HostStep.UPGRADE)));
    held.removeIf(host -> obstacle.isEmpty() || seen.isDown(host));
    due.removeAll(held);
    for (String host : due) {
      HookCall call = workflow.hook(host).orElseThrow();
      if (!workflow.find(host).orElseThrow().note().obstacle().isEmpty()) {
        workflow = record(workflow, before -> before.starting(call));
      }
      if (mayStart(workflow, host)) {
        tools.hooks().start(call, workflow.order(), workflow.batch().lock());
      }
    }
    if (!held.isEmpty()) {
      String why = "the batch is not safe any more: " + obstacle.orElseThrow();
      for (String host : held) {
        workflow = record(workflow, before -> before.held(host, why));
      }
      news.accept("%s: not upgraded now, %s".formatted(String.join(", ", held), why));
    }
    return workflow;
  }

  /** The reason why the hosts that are at risk are not one safe batch any more, or empty. */
  private static Optional<String> obstacle(MaintenanceWorkflow workflow, Observed seen) {
    ImpactLimits limits = workflow.order().limits().impact().withoutEvacuation();
    BatchPlan plan = seen.plan(workflow.atRisk(), OptionalLong.of(workflow.batch().lock()), limits);
    return Stream.of(plan.blocked(), plan.waits())
        .flatMap(reasons -> reasons.values().stream())
        .findFirst();
  }

  /**
   * Reads the record once more, right before a hook starts. The workflow may have been aborted
   * during the observation, or another executor may have gone on.
   */
  private boolean mayStart(MaintenanceWorkflow planned, String host) throws InterruptedException {
    MaintenanceTable table = tools.store().read();
    return table.executor() <= seat.number()
        && table
            .active()
            .filter(now -> now.number() == planned.number())
            .filter(now -> now.state() != MaintenanceWorkflow.State.ABORTING)
            .filter(now -> now.batch().equals(planned.batch()))
            .filter(now -> now.find(host).equals(planned.find(host)))
            .isPresent();
  }

  /**
   * Records that this executor acts, so that an earlier one that goes on later changes nothing, and
   * takes hosts out of {@code due} if their step has changed. Evacuates hosts again that have or
   * may get replicas, because an operator may have ended their drain.
   */
  private MaintenanceWorkflow refill(
      MaintenanceWorkflow planned, SortedSet<String> due, Observed seen)
      throws InterruptedException {
    long now = tools.time().wallMillis();
    MaintenanceWorkflow workflow = record(planned, before -> before);
    for (String host : List.copyOf(due)) {
      Optional<String> obstacle =
          workflow.drains(host) ? Evacuation.refilled(workflow, host, seen) : Optional.empty();
      if (obstacle.isPresent()) {
        workflow = record(workflow, before -> before.refilled(host, obstacle.get(), now));
      }
      if (!workflow.find(host).equals(planned.find(host))) {
        due.remove(host);
      }
    }
    return workflow;
  }

  private MaintenanceWorkflow endBatch(MaintenanceWorkflow workflow) throws InterruptedException {
    evacuation.end(workflow);
    tools.locks().release(workflow.batch().lock());
    return record(workflow, before -> before.batchEnded(workflow.batch().count()));
  }

  /**
   * Locks the largest safe batch. Others may have begun work since the observation, so the batch is
   * planned once more under its lock.
   */
  private void beginBatch(MaintenanceWorkflow workflow) throws InterruptedException {
    OptionalLong opens = workflow.waitsUntil(tools.time().wallMillis());
    if (opens.isPresent()) {
      awaitHours(workflow, opens.getAsLong());
      return;
    }
    Optional<String> problem = tools.hooks().problem(workflow.order());
    if (problem.isPresent()) {
      stall(workflow, problem.get());
      return;
    }
    NextBatch next = new NextBatch(workflow, tools.site().observe());
    Optional<HostLock> held = next.requests().stream().filter(HostLock::isHeld).findFirst();
    if (held.isPresent()) {
      begin(next, held.get());
      return;
    }
    BatchPlan plan = next.plan();
    if (next.isItsTurn() || plan.batches().isEmpty()) {
      queue(next, plan);
    } else {
      lock(workflow, request(workflow, workflow.nextLockId(), NextBatch.first(plan)), false);
    }
  }

  /**
   * Queues for hosts of one lock, if locks of others are the reason why no batch can begin. Others
   * that ask later for these hosts then get them later.
   */
  private void queue(NextBatch next, BatchPlan plan) throws InterruptedException {
    MaintenanceWorkflow workflow = next.workflow();
    SortedSet<String> hosts = next.toQueueFor();
    if (hosts.isEmpty()) {
      stall(workflow, next.blocked(plan));
    } else {
      lock(workflow, request(workflow, workflow.queueId(), hosts), true);
    }
  }

  /** Takes no lock after another executor has taken over, because none would release it. */
  private void lock(MaintenanceWorkflow workflow, LockRequest request, boolean mayWait)
      throws InterruptedException {
    record(workflow, before -> before);
    LockAnswer answer = tools.locks().acquire(request, mayWait);
    if (answer.isHeld()) {
      begin(new NextBatch(workflow, tools.site().observe()), answer.lock().orElseThrow());
    } else {
      stall(
          workflow,
          (mayWait ? String.join(", ", request.hosts()) + ": in the queue behind " : "")
              + answer.ahead().getFirst());
    }
  }

  /**
   * Begins a batch with the hosts of a lock, if they are one. Otherwise ends the lock: the record
   * is changed before, so that an executor that was replaced ends no lock of its successor.
   */
  private void begin(NextBatch next, HostLock lock) throws InterruptedException {
    MaintenanceWorkflow workflow = next.workflow();
    SortedMap<String, Machine> machines = new TreeMap<>();
    lock.request().hosts().forEach(host -> machines.put(host, next.seen().machine(host)));
    int number = workflow.batch().count() + 1;
    long now = tools.time().wallMillis();
    boolean isSafe = next.isSafe(lock);
    MaintenanceWorkflow begun =
        record(
            workflow,
            before -> isSafe ? before.begin(number, lock.number(), machines, now) : before);
    if (begun.batch().lock() != lock.number()) {
      tools.locks().release(lock.number());
      return;
    }
    for (HostLock other : next.requests()) {
      if (other.number() != lock.number()) {
        tools.locks().release(other.number());
      }
    }
  }

  private void awaitHours(MaintenanceWorkflow workflow, long opensMillis)
      throws InterruptedException {
    String why = "its hours begin at " + Instant.ofEpochMilli(opensMillis);
    record(workflow, before -> before.stalled(why));
    rest(Optional.of(workflow), HostNote.WAITS + why);
  }

  /**
   * Begins no batch for a new reason. Ends a lock that was taken and not recorded, and gives up the
   * place in the queue, so that no host is locked during the rest. The record is changed before, as
   * in {@link #begin}.
   */
  private void rest(Optional<MaintenanceWorkflow> workflow, String why)
      throws InterruptedException {
    if (workflow.isPresent() && !news.isLast(why)) {
      List<HostLock> left = new NextBatch(workflow.get(), tools.site().observe()).requests();
      record(workflow.get(), before -> before);
      for (HostLock lock : left) {
        tools.locks().release(lock.number());
      }
    }
    news.accept(why);
  }

  private void stall(MaintenanceWorkflow workflow, String why) throws InterruptedException {
    record(workflow, before -> before.stalled(why));
    news.accept(HostNote.WAITS + why);
  }
}
