package io.aumbry.router.operation;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.RemoteGoal.Target;
import io.aumbry.router.replica.Chunk;
import io.aumbry.router.replica.ReplicaWrites;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.StorageNodes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Sends a record to the needed number of targets in other data centres, in order of preference.
 * When a target fails, the next one gets the record. Silent targets get it too, but do not count.
 */
final class RemotePut {
  private final StorageNodes nodes;
  private final ReplicaWrites writes;
  private final NodeRequest.Put request;
  private final Chunk chunk;
  private final Deque<Target> untried;
  private final List<Sent> underway = new ArrayList<>(1);

  /** Shared with the other records of the PUT. */
  private final Set<Integer> dataCenters;

  private int missing;
  private String reasons = "";

  private record Sent(Target target, Write write) {}

  enum State {
    OPEN,
    DONE,
    FAILED
  }

  /**
   * Sends at once.
   *
   * @param needed number of targets that must have the record; 0 for durability LOCAL
   * @param dataCenters receives the data centres that the record is sent to
   */
  RemotePut(
      StorageNodes nodes,
      ReplicaWrites writes,
      NodeRequest.Put request,
      Chunk chunk,
      List<Target> preferred,
      int needed,
      Set<Integer> dataCenters) {
    this.nodes = nodes;
    this.writes = writes;
    this.request = request;
    this.chunk = chunk;
    this.untried = new ArrayDeque<>(preferred);
    this.missing = needed;
    this.dataCenters = dataCenters;
    sendToNext();
  }

  private void sendToNext() {
    while (missing > counted() && !untried.isEmpty()) {
      Target target = untried.removeFirst();
      Quorum.Strategy strategy = Quorum.Strategy.create(target.enough());
      dataCenters.add(target.dataCenter());
      underway.add(new Sent(target, writes.put(request, chunk, target.replicas(), strategy)));
    }
  }

  private int counted() {
    int counted = 0;
    for (Sent sent : underway) {
      counted += isSilent(sent.target()) ? 0 : 1;
    }
    return counted;
  }

  private boolean isSilent(Target target) {
    return target.replicas().stream().allMatch(nodes::isSilent);
  }

  /** Handles answers. The caller holds the chunk while the state is OPEN. */
  State settle() {
    for (int i = underway.size() - 1; i >= 0; i--) {
      Write write = underway.get(i).write();
      if (write.outcome() == Outcome.DONE) {
        missing--;
        underway.remove(i);
      } else if (write.outcome() != Outcome.OPEN) {
        reasons += write.reasons();
        underway.remove(i);
      }
    }
    if (missing <= 0) {
      return State.DONE;
    }
    sendToNext();
    return underway.size() < missing ? State.FAILED : State.OPEN;
  }

  String reasons() {
    return reasons;
  }
}
