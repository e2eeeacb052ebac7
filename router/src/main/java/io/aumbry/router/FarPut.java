package io.aumbry.router;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.router.ReplicaWrites.Write;
import io.aumbry.router.policy.FarGoal.Target;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * One record on its way to other data centres: to as many targets as are needed, in order of
 * preference, and to the next one whenever one fails. One that is taken for silent is sent it
 * together with the next.
 */
final class FarPut {
  private final Nodes nodes;
  private final ReplicaWrites writes;
  private final NodeRequest.Put request;
  private final Chunk chunk;
  private final Deque<Target> untried;
  private final List<Sent> underway = new ArrayList<>(1);

  /** Where the records of the whole put were sent. */
  private final Set<Integer> dataCenters;

  private int missing;
  private String reasons = "";

  private record Sent(Target target, Write write) {}

  /** How it stands. */
  enum State {
    OPEN,
    DONE,
    FAILED
  }

  /**
   * Begins at once.
   *
   * @param preferred first
   * @param needed so many of them; none for a record that stays here
   * @param dataCenters to which those are added that it is sent to
   */
  FarPut(
      Nodes nodes,
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
    sendOn();
  }

  private void sendOn() {
    while (missing > counted() && !untried.isEmpty()) {
      Target target = untried.removeFirst();
      Quorum.Strategy strategy = Quorum.Strategy.create(target.enough());
      dataCenters.add(target.dataCenter());
      underway.add(new Sent(target, writes.put(request, chunk, target.replicas(), strategy)));
    }
  }

  /** Those of which an answer is expected. */
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

  /** Goes on from what has been answered; the chunk must still be held while it is open. */
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
    sendOn();
    return underway.size() < missing ? State.FAILED : State.OPEN;
  }

  /** What went wrong, by replica. */
  String reasons() {
    return reasons;
  }
}
