package io.aumbry.server.compaction;

import io.aumbry.protocol.cluster.HorizonRecord;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replica.StalenessCheck;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Raises the forget horizons of the replicas of this node, and compares each replica with its
 * horizon: after it was opened, and at intervals. One exchange with the coordinator serves all
 * partitions. It may wait for the coordinator. During such a wait no more deletes are forgotten and
 * replicas in doubt stay in doubt. Everything else continues.
 */
public final class HorizonKeeper {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final ReplicaRegistry registry;
  private final Agreements agreements;
  private final NodeEnvironment environment;
  private final HorizonRecord record;
  private final HorizonPace pace;

  /** Woken when a replica was opened or changed. */
  private final Worker worker;

  /** Start of the exchange that the coordinator has not answered yet, or 0. */
  private volatile long waitingSinceNanos;

  private HorizonKeeper(
      ReplicaRegistry registry,
      Agreements agreements,
      NodeEnvironment environment,
      HorizonRecord record,
      Duration check) {
    this.registry = registry;
    this.agreements = agreements;
    this.environment = environment;
    this.record = record;
    this.pace = new HorizonPace(environment.carrier().time(), environment.random(), check);
    Backlog backlog = new Backlog("replicas", this::waiting);
    this.worker = environment.workers().add("forget-horizons", LOOK, backlog, this::exchange);
  }

  /**
   * The worker of a keeper, if the coordinator records forget horizons. When it stops, no more
   * deletes are forgotten.
   *
   * @param check time between two reads of all horizons
   */
  public static Optional<Worker> worker(
      ReplicaRegistry registry,
      Agreements agreements,
      NodeEnvironment environment,
      Duration check) {
    return environment
        .horizons()
        .map(record -> {
          HorizonKeeper keeper =
              new HorizonKeeper(registry, agreements, environment, record, check);
          environment
              .metrics()
              .gauge(
                  "aumbry_server_horizon_waiting_seconds",
                  "Time for which ZooKeeper has not answered an exchange of forget"
                      + " horizons. Until it does, no delete is forgotten and replicas in doubt"
                      + " wait. Investigate above 600",
                  keeper::waitingSeconds);
          registry.subscribe(_ -> keeper.worker.wake());
          return keeper.worker;
        });
  }

  private double waitingSeconds() {
    long since = waitingSinceNanos;
    return since == 0 ? 0 : (now() - since) / 1e9;
  }

  private long now() {
    return environment.carrier().time().monotonicNanos();
  }

  private void exchange() throws InterruptedException {
    try {
      look();
    } catch (AumbryException e) {
      pace.failed();
      throw e;
    }
  }

  private void look() throws InterruptedException {
    if (!pace.mayExchange()) {
      return;
    }
    boolean checks = pace.isCheckDue();
    Map<HostedReplica, Long> due = due(checks);
    if (due.isEmpty() || worker.isStopping()) {
      waitingSinceNanos = 0;
      return;
    }
    waitingSinceNanos = waitingSinceNanos == 0 ? Math.max(1, now()) : waitingSinceNanos;
    Map<Integer, Long> wanted = new TreeMap<>();
    due.forEach((replica, millis) -> wanted.put(replica.partition(), millis));
    long readMillis = environment.carrier().time().wallMillis();
    Map<Integer, Long> recorded = record.raise(wanted);
    waitingSinceNanos = 0;
    due.keySet().forEach(replica -> compare(replica, recorded, readMillis));
    pace.exchanged(waiting() > 0, checks);
  }

  private long waiting() {
    return registry.all().stream().filter(HorizonKeeper::waits).count();
  }

  private static boolean waits(HostedReplica replica) {
    return replica.isPullable() && replica.progress().recency().needsComparison();
  }

  /**
   * Returns the replicas that must read or raise their horizon, with the value to raise it to, or
   * 0.
   */
  private Map<HostedReplica, Long> due(boolean checks) {
    Map<HostedReplica, Long> due = new LinkedHashMap<>();
    long wallMillis = environment.carrier().time().wallMillis();
    for (HostedReplica replica : registry.all()) {
      if (replica.isPullable()) {
        OptionalLong wanted = wanted(replica, wallMillis);
        if (wanted.isPresent() || checks || reads(replica.progress().recency())) {
          due.put(replica, wanted.orElse(0));
        }
      }
    }
    return due;
  }

  private boolean reads(StalenessCheck recency) {
    return recency.needsComparison() && (!recency.isCompared() || pace.isAgainDue());
  }

  /** Only a complete replica that was compared with its horizon may raise it. */
  private OptionalLong wanted(HostedReplica replica, long wallMillis) {
    StalenessCheck recency = replica.progress().recency();
    if (recency.needsComparison() || replica.isDoubtful() || !replica.progress().isComplete()) {
      return OptionalLong.empty();
    }
    long near =
        agreements.inStepMillis(replica, environment.views().current(), wallMillis).orElse(0);
    return recency.horizonToRecord(near);
  }

  private void compare(HostedReplica replica, Map<Integer, Long> recorded, long readMillis) {
    Optional<Long> horizon = Optional.ofNullable(recorded.get(replica.partition()));
    try {
      replica
          .progress()
          .recency()
          .compare(horizon.map(OptionalLong::of).orElseGet(OptionalLong::empty), readMillis);
    } catch (AumbryException e) {
      registry.fail(replica, e);
    }
  }
}
