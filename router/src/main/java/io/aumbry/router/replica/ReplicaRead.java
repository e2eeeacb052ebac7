package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import io.aumbry.router.policy.ReadQuorum;
import io.aumbry.router.policy.RecentChanges;
import io.aumbry.router.replica.StorageNodes.Call;
import io.aumbry.router.replica.StorageNodes.Route;
import io.aumbry.transport.node.NodeReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads one record from any replica that has it. It asks one replica at a time, each at most once,
 * and hedges when one is late: once among local and once among remote replicas. If content breaks,
 * {@link #broke} and {@link #ask} continue with the next replica. Silent replicas are asked
 * together with the next one.
 *
 * <p>Only complete replicas vote on absence. "Not found" needs enough replicas of the origin to
 * overlap every write quorum, because a replica may have missed the PUT. "Deleted" and "expired"
 * need the same number in one data centre, because a replica may have missed an undelete or TTL
 * update. Remote votes of "expired" count only when enough local replicas know of no longer life. A
 * complete replica also votes "deleted" if its life of the blob is one that this process knows to
 * be deleted.
 */
public final class ReplicaRead {
  private final StorageNodes nodes;
  private final RequestContext context;
  private final BlobId id;
  private final Mailbox<NodeReply> replies = new Mailbox<>();

  /** Replicas before index {@link #next} have been asked. */
  private final List<Replica> order;

  private final ReadQuorum quorum;

  private final List<Call> awaited = new ArrayList<>(1);

  /** Late or silent calls, after which another replica was asked. */
  private final List<Call> passed = new ArrayList<>(0);

  /** Replicas that lack the record or have a damaged one. */
  private final List<Replica> lacking = new ArrayList<>(0);

  /** The replica whose content the caller reads. */
  private Optional<Replica> finder = Optional.empty();

  private String reasons = "";
  private ByteRange range = new ByteRange.All();
  private boolean mayHedge = true;
  private boolean includeDeleted;
  private boolean includeExpired;
  private boolean timed;
  private boolean isRemote;
  private boolean isHeard;

  private int endedLife;

  private int expiredLife = RecentChanges.NO_LIFE;

  /** Local replicas that must still confirm that they know of no longer life. */
  private int unsureHere;

  /** Votes that count once {@link #unsureHere} is 0. */
  private final List<Elsewhere> expiredElsewhere = new ArrayList<>(0);

  private record Elsewhere(Replica replica, NodeResponse.Missing answer) {}

  /** They have refused, and are asked as a last resort. */
  private final List<NodeId> incomplete = new ArrayList<>(0);

  /** Whether the calls in {@link #passed} have had time for an answer. */
  private boolean hasWaited;

  private int next;

  public ReplicaRead(
      StorageNodes nodes, int writeQuorum, NodeRequest.Get what, RequestContext context) {
    Route route = nodes.route(what.id());
    this.nodes = nodes;
    this.context = context;
    this.id = what.id();
    this.includeDeleted = what.includeDeleted();
    this.includeExpired = what.includeExpired();
    RecentChanges.Late late = nodes.stragglers(id);
    this.endedLife = late.endedLife();
    this.order = nodes.inOrder(route, late.nodes());
    Map<Integer, Integer> voters = new TreeMap<>();
    order.forEach(replica -> voters.merge(replica.node().dataCenter(), 1, Integer::sum));
    this.quorum = new ReadQuorum(voters, route::replicasThatCount, writeQuorum);
    int here = route.replicasThatCount(route.local());
    this.unsureHere = here == 0 ? 0 : Quorum.Strategy.overlap(here, writeQuorum);
    nodes.readBegun(true);
  }

  /** Records the latency. Reads ahead do not, because their answers wait to be taken. */
  public ReadResult askAndAwait(ByteRange wanted) {
    timed = true;
    ask(wanted);
    return await();
  }

  public void ask(ByteRange wanted) {
    range = wanted;
    askNext(false);
  }

  private void askNext(boolean asHedge) {
    if (quorum.outcome() != Outcome.OPEN || next == order.size() || isLate()) {
      throw undecidable();
    }
    Replica replica = order.get(next++);
    if (!isRemote && !nodes.isLocal(replica)) {
      isRemote = true;
      mayHedge = true;
      nodes.readBegun(false);
    }
    Call call =
        nodes.ask(
            replica,
            new NodeRequest.Get(
                id, range, includeDeleted, includeExpired, endedLife + 1, isLastResort(replica)),
            context,
            replies,
            asHedge);
    (nodes.isSilent(replica) ? passed : awaited).add(call);
  }

  /**
   * Waits for the reply that decides the read.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} if no replica has the record and
   *     too few deny it, {@link ErrorCode#TIMED_OUT}
   */
  public ReadResult await() {
    while (true) {
      while (awaited.isEmpty() && (mayAskNext() || passed.isEmpty())) {
        askNext(false);
      }
      Optional<NodeReply> reply = takeReply();
      if (reply.isPresent()) {
        Optional<ReadResult> answer = judge(reply.get());
        if (answer.isPresent()) {
          abandonOthers();
          return answer.get();
        }
      }
    }
  }

  /** A last resort is asked once the others have answered, or had time to do so. */
  private boolean mayAskNext() {
    return next < order.size() && (hasWaited || !isLastResortNext());
  }

  private boolean isLastResortNext() {
    return next < order.size() && isLastResort(order.get(next));
  }

  /** Replicas of abandoned calls may be asked again if this one breaks off. */
  private void abandonOthers() {
    passAwaited();
    for (Call call : passed) {
      if (timed && !call.isHedge() && !nodes.isSilent(call.replica())) {
        nodes.took(call);
      }
      order.add(call.replica());
    }
    cancel();
  }

  private void passAwaited() {
    passed.addAll(awaited);
    awaited.clear();
  }

  /** The next reply; empty if this read hedged instead. */
  private Optional<NodeReply> takeReply() {
    boolean hasLastResort = isLastResortNext();
    if (hasLastResort || isWaitingForSilentOnes()) {
      passAwaited();
      Deadline enough = nodes.heardBy(passed.getLast()).earlierOf(context.deadline());
      Optional<NodeReply> reply = context.await(replies, enough);
      if (reply.isEmpty() && !hasLastResort) {
        throw undecidable();
      }
      hasWaited = reply.isEmpty();
      return reply;
    }
    if (awaited.isEmpty() || !mayHedge || !nodes.mayHedge() || !isNextReadable()) {
      // Each call ends with a reply within the deadline of the request.
      return Optional.of(context.await(replies));
    }
    Deadline late = nodes.lateAt(awaited.getFirst()).earlierOf(context.deadline());
    Optional<NodeReply> reply = context.await(replies, late);
    if (reply.isEmpty()) {
      mayHedge = false;
      hedge();
    }
    return reply;
  }

  /** Until any replica has answered, silent ones get the full time. */
  private boolean isWaitingForSilentOnes() {
    return isHeard
        && awaited.isEmpty()
        && passed.stream().allMatch(call -> nodes.isSilent(call.replica()));
  }

  private boolean isLate() {
    return context.deadline().hasPassed(context.carrier().time());
  }

  private void hedge() {
    if (!isLate() && nodes.takeHedge(order.get(next))) {
      passed.add(awaited.removeFirst());
      askNext(true);
    }
  }

  private boolean isNextReadable() {
    return next < order.size() && order.get(next).isReadable();
  }

  private Optional<ReadResult> judge(NodeReply reply) {
    Optional<Call> call = finished(reply);
    if (call.isEmpty()) {
      discard(reply);
      return Optional.empty();
    }
    Replica replica = call.get().replica();
    return switch (reply) {
      case NodeReply.Failure failure -> {
        nodes.unanswered(replica, failure.code(), failure.reason());
        yield vote(replica, Vote.UNKNOWN, failure.code() + " " + failure.reason());
      }
      case NodeReply.Answer answer -> {
        isHeard = true;
        if (timed) {
          nodes.took(call.get());
        }
        nodes.answered(replica, answer.response());
        yield judge(call.get(), answer);
      }
    };
  }

  private Optional<ReadResult> judge(Call call, NodeReply.Answer answer) {
    Replica replica = call.replica();
    if (answer.response() instanceof NodeResponse.Found found && !isOver(found)) {
      nodes.found(call);
      hint(replica);
      finder = Optional.of(replica);
      return Optional.of(new ReadResult.Found(found, answer.content()));
    }
    answer.content().close();
    return switch (answer.response()) {
      case NodeResponse.Unsatisfiable unsatisfiable -> Optional.of(unsatisfiable);
      case NodeResponse.Missing missing -> absent(replica, missing);
      case NodeResponse.Failed(ErrorCode code, String reason) -> {
        nodes.failed(replica, code, reason);
        noteIfDamaged(replica, code);
        yield mayBeAskedAgain(replica, code)
            ? askLast(replica)
            : vote(replica, Vote.UNKNOWN, code + " " + reason);
      }
      // Asked before the delete was known, so it may be incomplete and lack a later undelete.
      case NodeResponse.Found _ -> vote(replica, Vote.UNKNOWN, "has not heard of the delete");
      case NodeResponse.Done _,
          NodeResponse.DeleteRecorded _,
          NodeResponse.Stored _,
          NodeResponse.Known _,
          NodeResponse.Pulled _,
          NodeResponse.Compared _,
          NodeResponse.Reported _ -> {
        nodes.failed(replica, ErrorCode.INTERNAL, "unexpected kind of answer");
        yield vote(replica, Vote.UNKNOWN, "sent an unexpected kind of answer");
      }
    };
  }

  private boolean isLastResort(Replica replica) {
    return incomplete.contains(replica.node().id());
  }

  /** Whether a replica that refuses may be incomplete, and may have the blob. */
  private boolean mayBeAskedAgain(Replica replica, ErrorCode code) {
    return code == ErrorCode.REPLICA_UNAVAILABLE && !includeDeleted && !isLastResort(replica);
  }

  private Optional<ReadResult> askLast(Replica replica) {
    incomplete.add(replica.node().id());
    order.add(new Replica(replica.node(), ReplicaState.BOOTSTRAP, replica.access()));
    return Optional.empty();
  }

  private void hint(Replica finder) {
    if (!lacking.isEmpty()) {
      nodes.hints().add(id, finder, lacking, context);
      lacking.clear();
    }
  }

  private boolean isOver(NodeResponse.Found found) {
    return !includeDeleted && found.state().lifeVersion() <= endedLife;
  }

  private Optional<ReadResult> absent(Replica replica, NodeResponse.Missing missing) {
    if (!replica.isReadable()) {
      return vote(replica, Vote.UNKNOWN, "is not complete");
    }
    boolean isLocal = nodes.isLocal(replica);
    if (missing.absence() == Absence.EXPIRED && !isLocal && unsureHere > 0) {
      expiredElsewhere.add(new Elsewhere(replica, missing));
      return Optional.empty();
    }
    unsureHere -= isLocal && missing.absence() != Absence.DELETED ? 1 : 0;
    Optional<ReadResult> reply = vote(replica, missing);
    while (reply.isEmpty() && !expiredElsewhere.isEmpty() && unsureHere <= 0) {
      Elsewhere believed = expiredElsewhere.removeFirst();
      reply = vote(believed.replica(), believed.answer());
    }
    return reply;
  }

  private Optional<ReadResult> vote(Replica replica, NodeResponse.Missing missing) {
    if (missing.absence() != Absence.NOT_FOUND) {
      if (missing.absence() == Absence.DELETED) {
        endedLife = Math.max(endedLife, missing.lifeVersion());
      } else {
        expiredLife = Math.max(expiredLife, missing.lifeVersion());
      }
      return vote(replica, Vote.GONE, missing.absence().toString());
    }
    lacking.add(replica);
    boolean counts = replica.node().dataCenter() == id.dataCenter();
    return vote(replica, counts ? Vote.NOT_FOUND : Vote.UNKNOWN, "not found");
  }

  /** A deleted life did not expire; a later one may have. */
  private Absence howItEnded() {
    return expiredLife > endedLife ? Absence.EXPIRED : Absence.DELETED;
  }

  private Optional<ReadResult> vote(Replica replica, Vote vote, String reason) {
    Outcome outcome = quorum.add(replica.node().dataCenter(), vote);
    reasons += "; " + replica.node().id() + ": " + reason;
    return switch (outcome) {
      case NOT_FOUND -> Optional.of(new NodeResponse.Missing(Absence.NOT_FOUND));
      case GONE -> Optional.of(new NodeResponse.Missing(howItEnded()));
      case OPEN -> Optional.empty();
      case UNDECIDABLE -> throw undecidable();
      case DONE -> throw new IllegalStateException("a vote " + vote + " gave " + outcome);
    };
  }

  /**
   * Reports that the content from the last replica is wrong or broke off.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} if no replica is left, {@link
   *     ErrorCode#CLIENT_GONE} if the content ended because the client is gone
   */
  public void broke(AumbryException cause) {
    context.requireClient();
    Replica replica = finder.orElseThrow();
    nodes.failed(replica, cause.code(), String.valueOf(cause.getMessage()));
    noteIfDamaged(replica, cause.code());
    vote(replica, Vote.UNKNOWN, cause.code() + " " + cause.getMessage());
  }

  private void noteIfDamaged(Replica replica, ErrorCode code) {
    if (code == ErrorCode.CORRUPT_RECORD) {
      lacking.add(replica);
    }
  }

  /** Lets a reader finish a blob that is deleted or expires during the read. */
  public void includeGone() {
    includeDeleted = true;
    includeExpired = true;
  }

  public void cancel() {
    awaited.forEach(call -> call.handle().cancel());
    awaited.clear();
    passed.forEach(call -> call.handle().cancel());
    passed.clear();
    for (Optional<NodeReply> late = replies.poll(); late.isPresent(); late = replies.poll()) {
      discard(late.get());
    }
  }

  private Optional<Call> finished(NodeReply reply) {
    Optional<Call> waited = finished(awaited, reply);
    return waited.isPresent() ? waited : finished(passed, reply);
  }

  private static Optional<Call> finished(List<Call> calls, NodeReply reply) {
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).handle().equals(reply.call())) {
        return Optional.of(calls.remove(i));
      }
    }
    return Optional.empty();
  }

  /** A cancelled call has already returned its content; closing it again has no effect. */
  private static void discard(NodeReply reply) {
    if (reply instanceof NodeReply.Answer answer) {
      answer.content().close();
    }
  }

  private AumbryException undecidable() {
    return new AumbryException(
        isLate() ? ErrorCode.TIMED_OUT : ErrorCode.QUORUM_NOT_REACHED,
        "Blob " + id + " cannot be read, and too few replicas confirm its absence" + reasons);
  }
}
