package io.aumbry.deploy.operator.lock;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The JSON of {@code aumbry admin lock}. */
final class LockDocument {
  private LockDocument() {}

  /**
   * The answer to acquire, renew and release.
   *
   * @param held whether the command's owner has the lock now
   * @param lock as it is, or was when it was released
   */
  record Answer(String dataCenter, boolean held, Optional<Lock> lock, List<Lock> ahead) {
    static Answer of(DataCenter place, LockAnswer answer) {
      return new Answer(
          place.name(),
          answer.isHeld(),
          answer.lock().filter(HostLock::isHeld).map(Lock::of),
          answer.ahead().stream().map(Lock::of).toList());
    }

    static Answer of(DataCenter place, boolean held, Optional<HostLock> lock) {
      return new Answer(place.name(), held, lock.map(Lock::of), List.of());
    }
  }

  /** A lock, or a request that waits for one. */
  record Lock(
      long number,
      State state,
      @JsonUnwrapped Asked asked,
      long sinceMillis,
      Optional<Long> untilMillis,
      Collection<String> drained) {
    static Lock of(HostLock lock) {
      return new Lock(
          lock.number(),
          lock.isHeld() ? State.HELD : State.WAITING,
          new Asked(
              lock.request().owner(),
              lock.request().purpose(),
              lock.request().hosts(),
              lock.request().id()),
          lock.sinceMillis(),
          Optional.of(lock.untilMillis()).filter(_ -> !lock.isOfDrain()),
          lock.drained());
    }
  }

  enum State {
    HELD,
    WAITING
  }

  record Asked(String owner, String purpose, Collection<String> hosts, String request) {}

  record Listing(String cluster, List<Place> dataCenters) {}

  record Place(String name, Optional<String> unreachable, List<Lock> locks) {
    static Place of(ClusterSnapshot snapshot, DataCenter place, List<HostLock> locks) {
      return new Place(
          place.name(),
          Optional.ofNullable(snapshot.unreachable().get(place)),
          locks.stream().map(Lock::of).toList());
    }
  }
}
