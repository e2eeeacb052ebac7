package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Nodes.Call;
import io.aumbry.router.Nodes.Route;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import io.aumbry.router.policy.ReadQuorum;
import io.aumbry.router.policy.Stragglers;
import io.aumbry.transport.node.NodeReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One record, read from whichever replica has it. Replicas are asked one at a time, each at most
 * once, and one more when the first of them is late; the first that has the record is the answer.
 * When its content then breaks, {@link #broke} and {@link #ask} go on with the next replica. Those
 * that are taken for silent are asked in passing, together with the next, and at last waited for
 * only briefly.
 *
 * <p>Only replicas that are complete vote on absence. "Not found" is what a replica says that has
 * missed the PUT, so it takes as many in the data centre where the blob was made as have one in
 * common with every write quorum. "Deleted" and "expired" is what one says that has missed an
 * undelete or a TTL update, so they are confirmed in the same way, by replicas of one data centre
 * none of which knows of a later life; "expired" by those here, or elsewhere if they know of no
 * longer life. A replica cannot show a life of which this process has told that it has ended.
 */
final class ReplicaRead {
  private final Nodes nodes;
  private final RequestContext context;
  private final BlobId id;
  private final Mailbox<NodeReply> replies = new Mailbox<>();

  /** Those before {@link #next} were asked. */
  private final List<Replica> order;

  private final ReadQuorum quorum;

  /** The one that is waited for, if any. */
  private final List<Call> awaited = new ArrayList<>(1);

  /** Those that are late or silent: another one was asked since. */
  private final List<Call> passed = new ArrayList<>(0);

  /** Those that said that they have not got the record, or a damaged one. */
  private final List<Replica> lacking = new ArrayList<>(0);

  private String reasons = "";
  private ByteRange range = new ByteRange.All();
  private boolean mayHedge = true;
  private boolean includeDeleted;
  private boolean includeExpired;
  private boolean timed;
  private boolean isFar;
  private boolean isHeard;

  /** The last life of the blob that is known to have been deleted. */
  private int endedLife;

  /** The last life of the blob that is known to have expired. */
  private int expiredLife = Stragglers.NO_LIFE;

  /**
   * So many more here must say that they know of no longer life of the blob, which those elsewhere
   * may not have heard of.
   */
  private int unsureHere;

  /** Those elsewhere who say that it has expired, and are not believed until then. */
  private final List<Elsewhere> expiredElsewhere = new ArrayList<>(0);

  private record Elsewhere(Replica replica, NodeResponse.Missing answer) {}

  private int next;

  ReplicaRead(Nodes nodes, int writeQuorum, NodeRequest.Get what, RequestContext context) {
    Route route = nodes.route(what.id());
    this.nodes = nodes;
    this.context = context;
    this.id = what.id();
    this.includeDeleted = what.includeDeleted();
    this.includeExpired = what.includeExpired();
    Stragglers.Late late = nodes.stragglers(id);
    this.endedLife = late.endedLife();
    this.order = nodes.inOrder(route, late.nodes());
    Map<Integer, Integer> voters = new TreeMap<>();
    order.forEach(replica -> voters.merge(replica.node().dataCenter(), 1, Integer::sum));
    this.quorum = new ReadQuorum(voters, route::replicasThatCount, writeQuorum);
    int here = route.replicasThatCount(route.local());
    this.unsureHere = here == 0 ? 0 : Quorum.Strategy.overlap(here, writeQuorum);
    nodes.readBegun(true);
  }

  /** What the replicas say. */
  sealed interface Reply {
    /**
     * One has it.
     *
     * @param content not yet verified; to be closed
     */
    record Found(Replica replica, NodeResponse.Found header, ByteSource content) implements Reply {}

    record Missing(Absence absence) implements Reply {}

    record Unsatisfiable(long size) implements Reply {}
  }

  /**
   * Asks the next replica and waits, which shows how long nodes take; what is asked ahead of its
   * use does not, as its answer may have been there long before it is looked at.
   */
  Reply askAndAwait(ByteRange wanted) {
    timed = true;
    ask(wanted);
    return await();
  }

  /** Asks the next replica, and returns at once. */
  void ask(ByteRange wanted) {
    range = wanted;
    askNext(false);
  }

  private void askNext(boolean asHedge) {
    if (quorum.outcome() != Outcome.OPEN || next == order.size()) {
      throw undecidable();
    }
    Replica replica = order.get(next++);
    if (!isFar && !nodes.isLocal(replica)) {
      isFar = true;
      mayHedge = true;
      nodes.readBegun(false);
    }
    Call call =
        nodes.ask(
            replica,
            new NodeRequest.Get(id, range, includeDeleted, includeExpired),
            context,
            replies,
            asHedge);
    (nodes.isSilent(replica) ? passed : awaited).add(call);
  }

  /**
   * Waits for the answer to what was asked, asking further replicas as needed.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} when none has it and too few say
   *     so, {@link ErrorCode#TIMED_OUT}
   */
  Reply await() {
    while (true) {
      while (awaited.isEmpty() && (next < order.size() || passed.isEmpty())) {
        askNext(false);
      }
      Optional<NodeReply> reply = takeReply();
      if (reply.isPresent()) {
        Optional<Reply> answer = judge(reply.get());
        if (answer.isPresent()) {
          letGo();
          return answer.get();
        }
      }
    }
  }

  /** Another one has answered: who was only late may still be asked, should that one break off. */
  private void letGo() {
    passed.addAll(awaited);
    awaited.clear();
    for (Call call : passed) {
      if (timed && !call.isHedge() && !nodes.isSilent(call.replica())) {
        nodes.took(call);
      }
      order.add(call.replica());
    }
    cancel();
  }

  /** The next reply; empty when something else was done about its being late. */
  private Optional<NodeReply> takeReply() {
    if (isWaitingForSilentOnes()) {
      Deadline enough = nodes.heardBy(passed.getLast()).earlierOf(context.deadline());
      return Optional.of(context.await(replies, enough).orElseThrow(this::undecidable));
    }
    if (awaited.isEmpty() || !mayHedge || !nodes.mayHedge() || !isNextReadable()) {
      // each call has a deadline within that of the request, at which a reply comes
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

  /** Where nobody at all has answered yet, each is given its full time. */
  private boolean isWaitingForSilentOnes() {
    return isHeard
        && awaited.isEmpty()
        && passed.stream().allMatch(call -> nodes.isSilent(call.replica()));
  }

  private void hedge() {
    if (!context.deadline().hasPassed(context.carrier().time())
        && nodes.takeHedge(order.get(next))) {
      passed.add(awaited.removeFirst());
      askNext(true);
    }
  }

  private boolean isNextReadable() {
    return next < order.size() && order.get(next).isReadable();
  }

  private Optional<Reply> judge(NodeReply reply) {
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

  private Optional<Reply> judge(Call call, NodeReply.Answer answer) {
    Replica replica = call.replica();
    if (answer.response() instanceof NodeResponse.Found found && !isOver(found)) {
      nodes.found(call);
      hint(replica);
      return Optional.of(new Reply.Found(replica, found, answer.content()));
    }
    answer.content().close();
    return switch (answer.response()) {
      case NodeResponse.Unsatisfiable(int size) -> Optional.of(new Reply.Unsatisfiable(size));
      case NodeResponse.Missing missing -> absent(replica, missing);
      case NodeResponse.Failed(ErrorCode code, String reason) -> {
        nodes.failed(replica, code, reason);
        lacksIfDamaged(replica, code);
        yield vote(replica, Vote.UNKNOWN, code + " " + reason);
      }
      case NodeResponse.Found _ -> vote(replica, Vote.GONE, "has not heard of its end");
      case NodeResponse.Done _,
          NodeResponse.Kept _,
          NodeResponse.Stored _,
          NodeResponse.Known _,
          NodeResponse.Pulled _,
          NodeResponse.Compared _,
          NodeResponse.Reported _ -> {
        nodes.failed(replica, ErrorCode.INTERNAL, "answer of another kind");
        yield vote(replica, Vote.UNKNOWN, "answered something else");
      }
    };
  }

  /** Tells those who lack what was found. */
  private void hint(Replica finder) {
    if (!lacking.isEmpty()) {
      nodes.hints().add(id, finder, lacking, context);
      lacking.clear();
    }
  }

  /** Whether what was found is of a life that has ended, and was not asked for. */
  private boolean isOver(NodeResponse.Found found) {
    return !includeDeleted && found.state().lifeVersion() <= endedLife;
  }

  private Optional<Reply> absent(Replica replica, NodeResponse.Missing missing) {
    if (!replica.isReadable()) {
      return vote(replica, Vote.UNKNOWN, "is not complete");
    }
    boolean isLocal = nodes.isLocal(replica);
    if (missing.absence() == Absence.EXPIRED && !isLocal && unsureHere > 0) {
      expiredElsewhere.add(new Elsewhere(replica, missing));
      return Optional.empty();
    }
    unsureHere -= isLocal && missing.absence() != Absence.DELETED ? 1 : 0;
    Optional<Reply> reply = vote(replica, missing);
    while (reply.isEmpty() && !expiredElsewhere.isEmpty() && unsureHere <= 0) {
      Elsewhere believed = expiredElsewhere.removeFirst();
      reply = vote(believed.replica(), believed.answer());
    }
    return reply;
  }

  private Optional<Reply> vote(Replica replica, NodeResponse.Missing missing) {
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

  /** A life that was deleted did not expire, and may have been followed by one that did. */
  private Absence howItEnded() {
    return expiredLife > endedLife ? Absence.EXPIRED : Absence.DELETED;
  }

  private Optional<Reply> vote(Replica replica, Vote vote, String reason) {
    Outcome outcome = quorum.add(replica.node().dataCenter(), vote);
    reasons += "; " + replica.node().id() + ": " + reason;
    return switch (outcome) {
      case NOT_FOUND -> Optional.of(new Reply.Missing(Absence.NOT_FOUND));
      case GONE -> Optional.of(new Reply.Missing(howItEnded()));
      case OPEN -> Optional.empty();
      case UNDECIDABLE -> throw undecidable();
      case DONE -> throw new IllegalStateException("a vote " + vote + " gave " + outcome);
    };
  }

  /**
   * What was found turned out to be wrong or broke off; who asks on gets it from the next replica.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} when there is none left
   */
  void broke(Replica replica, AumbryException cause) {
    nodes.failed(replica, cause.code(), String.valueOf(cause.getMessage()));
    lacksIfDamaged(replica, cause.code());
    vote(replica, Vote.UNKNOWN, cause.code() + " " + cause.getMessage());
  }

  private void lacksIfDamaged(Replica replica, ErrorCode code) {
    if (code == ErrorCode.CORRUPT_RECORD) {
      lacking.add(replica);
    }
  }

  /** Who has been told of the blob may read it to its end, even if it is deleted meanwhile. */
  void includeGone() {
    includeDeleted = true;
    includeExpired = true;
  }

  /** Gives up all calls that are not answered. */
  void cancel() {
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

  /** A cancelled call gave its content back itself; closing it again has no effect. */
  private static void discard(NodeReply reply) {
    if (reply instanceof NodeReply.Answer answer) {
      answer.content().close();
    }
  }

  private AumbryException undecidable() {
    boolean late = context.deadline().hasPassed(context.carrier().time());
    return new AumbryException(
        late ? ErrorCode.TIMED_OUT : ErrorCode.QUORUM_NOT_REACHED,
        "Blob " + id + " cannot be read, nor be said not to exist" + reasons);
  }
}
