package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Patience;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A host that only records states, and rejects illegal steps. */
public final class RecordingHost implements ReplicaHost {
  public record Step(int partition, ReplicaState from, ReplicaState to) {}

  public final Map<Integer, ReplicaState> states = new ConcurrentHashMap<>();
  public final List<Step> steps = new CopyOnWriteArrayList<>();
  public final List<Step> illegal = new CopyOnWriteArrayList<>();

  /** Partitions that fail on their way to STANDBY. */
  public final Set<Integer> broken = ConcurrentHashMap.newKeySet();

  /** Partitions with a complete store; it survives the node's process. */
  public final Set<Integer> stores = ConcurrentHashMap.newKeySet();

  /** Called before each step. */
  public volatile Consumer<Step> whenStepping = step -> {};

  /** Whether no replica becomes complete. */
  final AtomicBoolean isLate = new AtomicBoolean();

  /** The same node after a restart. */
  RecordingHost restarted() {
    RecordingHost next = new RecordingHost();
    next.stores.addAll(stores);
    return next;
  }

  @Override
  public boolean transition(
      int partition, ReplicaState from, ReplicaState to, BooleanSupplier wanted) {
    if (from == ReplicaState.BOOTSTRAP && to == ReplicaState.STANDBY && isLate.get()) {
      Patience.await().until(() -> !isLate.get() || !wanted.getAsBoolean());
      if (!wanted.getAsBoolean()) {
        return false;
      }
    }
    Step step = new Step(partition, from, to);
    steps.add(step);
    whenStepping.accept(step);
    ReplicaState at = states.getOrDefault(partition, ReplicaState.OFFLINE);
    if (at != from || !from.next().contains(to)) {
      illegal.add(step);
    }
    if (to == ReplicaState.STANDBY && broken.contains(partition)) {
      states.put(partition, ReplicaState.ERROR);
      throw new AumbryException(ErrorCode.DISK_FAILED, "partition " + partition + " is broken");
    }
    if (to == ReplicaState.STANDBY) {
      stores.add(partition);
    }
    if (to == ReplicaState.DROPPED) {
      stores.remove(partition);
      states.remove(partition);
    } else {
      states.put(partition, to);
    }
    return true;
  }

  @Override
  public boolean hasGoneOn(int partition) {
    return states.get(partition) == ReplicaState.STANDBY;
  }

  @Override
  public Set<Integer> partitions() {
    return Set.copyOf(states.keySet());
  }

  @Override
  public Set<Integer> completeStores() {
    return Set.copyOf(stores);
  }
}
