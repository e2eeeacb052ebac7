package io.aumbry.cluster.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Crash;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Fault;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Silence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.InstanceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on locks, compared with {@link ReferenceLocks}. In an operation, answers and
 * sessions are lost, processes crash, another client performs an operation, and time passes.
 */
@Timeout(120)
@ExtendWith(Silence.class)
class LockInterleavingsTest {
  private static final ClusterAddress ADDRESS = ClusterAddress.of("cluster", "model:1");
  private static final List<String> HOSTS = List.of("a", "b", "c", "d");
  private static final int REQUESTS = 8;
  private static final int STEPS = 3_000;
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Fault[] FAULTS = Fault.values();

  /** An operation, on ZooKeeper and on the reference. */
  private record Act(String name, OnZooKeeper real, OnReference reference) {}

  /** Returns whether the operation was granted. */
  private interface OnZooKeeper {
    boolean perform() throws InterruptedException;
  }

  private interface OnReference {
    boolean perform(ReferenceLocks locks, long now);
  }

  private final ModelZooKeeper server = new ModelZooKeeper();
  private final CoordinatorClient coordination =
      new CoordinatorClient(
          ADDRESS, () -> new ZooKeeperSession(ADDRESS, server.connect(), () -> {}));
  private final HostLocks locks = new HostLocks(coordination);
  private final NodeDrain drain = new NodeDrain(coordination);
  private final Map<String, Long> highest = new HashMap<>();
  private ReferenceLocks reference = new ReferenceLocks();

  private static String config(String host) {
    return PropertyPathBuilder.instanceConfig(ADDRESS.clusterName(), host);
  }

  private LockTable table() {
    return LockRecord.table(
        LockRecord.path(ADDRESS.clusterName()),
        Optional.ofNullable(server.contents().get(LockRecord.path(ADDRESS.clusterName())))
            .flatMap(record -> record));
  }

  private static LockRequest request(Random random) {
    int number = random.nextInt(REQUESTS);
    // The same id always has the same request.
    Random own = new Random(number);
    List<String> hosts = HOSTS.stream().filter(_ -> own.nextInt(3) == 0).toList();
    return new LockRequest(
        "r" + number,
        "owner",
        "test",
        hosts.isEmpty() ? List.of("a") : hosts,
        Duration.ofSeconds(20 + 10L * own.nextInt(10)));
  }

  private Act act(Random random) {
    long number = Math.max(1, table().last() - random.nextInt(4));
    String host = HOSTS.get(random.nextInt(HOSTS.size()));
    NodeId node = new NodeId(host);
    return switch (random.nextInt(9)) {
      case 0, 1, 2, 3 -> {
        LockRequest request = request(random);
        boolean mayWait = random.nextBoolean();
        yield new Act(
            "acquire " + request + mayWait,
            () -> locks.acquire(request, mayWait).isHeld(),
            (model, now) -> model.acquire(request, mayWait, now));
      }
      case 4 ->
          new Act(
              "renew " + number,
              () -> locks.renew(number, Optional.empty()).isHeld(),
              (model, now) -> model.renew(number, now));
      case 5 ->
          new Act(
              "release " + number,
              () -> {
                locks.release(number);
                return true;
              },
              (model, now) -> model.release(number));
      case 6 -> {
        boolean mayWait = random.nextBoolean();
        yield new Act(
            "drain of " + host + mayWait,
            () -> drain.begin(node, "owner", mayWait).isHeld(),
            (model, now) -> model.drain(host, LockRequest.ofDrain(node, "owner"), mayWait, now));
      }
      case 7 ->
          new Act(
              "drain of " + host + " under " + number,
              () -> drain.begin(node, number).isHeld(),
              (model, now) -> model.drain(host, number));
      default ->
          new Act(
              "end of drain of " + host,
              () -> {
                drain.end(node);
                return true;
              },
              (model, now) -> {
                model.endDrain(host);
                return true;
              });
    };
  }

  private static boolean perform(Act act) {
    try {
      return act.real().perform();
    } catch (AumbryException refused) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An act that took effect at a time. */
  private record At(Act act, long now) {}

  private record Outcome(ReferenceLocks after, boolean isGranted) {}

  private Outcome of(List<At> order) {
    ReferenceLocks after = reference.copy();
    boolean isGranted = false;
    for (At each : order) {
      after.expire(each.now());
      isGranted = each.act().reference().perform(after, each.now());
    }
    return new Outcome(after, isGranted);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachOperationTakesEffectOnceAndAsAWhole(long seed) {
    Random random = new Random(seed);
    begin();
    int granted = 0;
    for (int step = 0; step < STEPS; step++) {
      server.pass(Duration.ofSeconds(random.nextInt(12)));
      granted += step(random, seed + ", step " + step) ? 1 : 0;
    }
    assertThat(granted).isBetween(STEPS / 10, STEPS);
    assertThat(table().last()).isGreaterThan(STEPS / 20);
  }

  /** The lease ends between the time of the renewal and its write, and a second one comes then. */
  @Test
  void aRenewalInTimeCountsAlthoughALaterOneIsRefusedBeforeItsWrite() throws Exception {
    begin();
    LockRequest request = new LockRequest("r", "owner", "test", List.of("a"), LEASE);
    long number = locks.acquire(request, false).lock().orElseThrow().number();
    server.pass(LEASE.minusSeconds(1));
    long before = server.clockMillis();
    AtomicInteger writes = new AtomicInteger();
    List<Throwable> later = new ArrayList<>();
    server.breakCalls((client, call) -> {
      if (call.equals("write") && writes.incrementAndGet() == 2) {
        server.pass(Duration.ofSeconds(2));
        later.add(catchThrowable(() -> locks.renew(number, Optional.empty())));
      }
      return Fault.NONE;
    });
    assertThat(locks.renew(number, Optional.empty()).untilMillis())
        .isEqualTo(before + LEASE.toMillis());
    assertThat(later).singleElement().asString().contains("lease ran out");
  }

  private void begin() {
    server.put(
        PropertyPathBuilder.propertyStore(ADDRESS.clusterName()),
        Optional.empty(),
        Optional.empty());
    for (String host : HOSTS) {
      server.put(config(host), Optional.of(new InstanceConfig(host).getRecord()), Optional.empty());
    }
  }

  private boolean step(Random random, String where) {
    Act act = act(random);
    Optional<Act> rival = random.nextInt(3) == 0 ? Optional.of(act(random)) : Optional.empty();
    long before = server.clockMillis();
    Disturbance disturbance = new Disturbance(random, rival);
    server.breakCalls((client, call) -> disturbance.next());
    boolean isCrashed = false;
    boolean isGranted = false;
    try {
      isGranted = perform(act);
    } catch (Crash end) {
      isCrashed = true;
    }
    server.breakCalls((client, call) -> Fault.NONE);
    long after = server.clockMillis();

    List<List<At>> orders = orders(act, before, disturbance.isRivalDone ? rival : Optional.empty());
    if (disturbance.isRivalDone && changesNothing(rival.orElseThrow(), after)) {
      orders.add(List.of(new At(act, before)));
    }
    if (isCrashed) {
      orders.add(List.of());
      orders.addAll(
          rival.filter(_ -> disturbance.isRivalDone).stream()
              .map(other -> List.of(new At(other, after)))
              .toList());
    }
    String actual = ReferenceLocks.text(table(), after);
    Outcome outcome =
        orders.stream()
            .map(this::of)
            .filter(each -> each.after().text(after).equals(actual))
            .findFirst()
            .orElseThrow(() ->
                new AssertionError(
                    "seed %s: %s beside %s gave %s after %s"
                        .formatted(
                            where,
                            act.name(),
                            rival.map(Act::name),
                            actual,
                            reference.text(before))));
    if (!isCrashed && !disturbance.isRivalDone) {
      assertThat(isGranted).as("seed %s: %s", where, act.name()).isEqualTo(outcome.isGranted());
    }
    reference = outcome.after();
    reference.expire(after);
    check(after, where);
    return isGranted;
  }

  /** Orders that explain the same result. A retry after a lost answer performs the act again. */
  private List<List<At>> orders(Act act, long before, Optional<Act> rival) {
    long after = server.clockMillis();
    List<List<At>> orders = new ArrayList<>();
    if (rival.isEmpty()) {
      orders.add(List.of(new At(act, after)));
    } else {
      At second = new At(rival.get(), after);
      for (long now : List.of(before, after)) {
        orders.add(List.of(new At(act, now), second));
        orders.add(List.of(new At(act, now), second, new At(act, after)));
        orders.add(List.of(second, new At(act, now)));
      }
    }
    return orders;
  }

  /** An operation without a write does not stop one that read the time before it. */
  private boolean changesNothing(Act act, long now) {
    ReferenceLocks copy = reference.copy();
    copy.expire(now);
    act.reference().perform(copy, now);
    return copy.text(now).equals(reference.text(now));
  }

  /** One holder a host, numbers that increase, and drains under a lock only. */
  private void check(long now, String where) {
    LockTable table = table().at(now);
    for (String host : HOSTS) {
      List<HostLock> holders = table.queue(host).stream().filter(HostLock::isHeld).toList();
      assertThat(holders).as("seed %s: holders of %s", where, host).hasSizeLessThanOrEqualTo(1);
      for (HostLock holder : holders) {
        assertThat(holder.number()).isGreaterThanOrEqualTo(highest.getOrDefault(host, 0L));
        highest.put(host, holder.number());
      }
      InstanceConfig instance =
          new InstanceConfig(
              Optional.ofNullable(server.contents().get(config(host)))
                  .flatMap(record -> record)
                  .orElseThrow());
      boolean isDrained =
          instance.getInstanceOperation().getOperation() == InstanceOperation.EVACUATE;
      assertThat(holders.stream().anyMatch(holder -> holder.drained().contains(host)))
          .as("seed %s: lock of the drain of %s", where, host)
          .isEqualTo(isDrained);
    }
  }

  /** Faults of an operation, and one operation of another client at a random call. */
  private final class Disturbance {
    private final Random random;
    private final Optional<Act> rival;
    private final int rivalAt;
    private int calls;
    private boolean isRival;
    private boolean isRivalDone;

    Disturbance(Random random, Optional<Act> rival) {
      this.random = random;
      this.rival = rival;
      this.rivalAt = random.nextInt(6);
    }

    Fault next() {
      if (isRival) {
        return Fault.NONE;
      }
      if (calls++ == rivalAt && rival.isPresent()) {
        isRival = true;
        server.pass(Duration.ofSeconds(random.nextInt(8)));
        perform(rival.get());
        isRival = false;
        isRivalDone = true;
      }
      return random.nextInt(8) == 0 ? FAULTS[random.nextInt(FAULTS.length)] : Fault.NONE;
    }
  }
}
