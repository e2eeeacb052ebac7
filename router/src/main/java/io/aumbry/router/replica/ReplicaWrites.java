package io.aumbry.router.replica;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import io.aumbry.router.replica.StorageNodes.Call;
import io.aumbry.transport.node.NodeReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The outstanding changes of one operation, with a common mailbox. Belongs to the thread of the
 * operation until that hands it over to a background thread.
 */
public final class ReplicaWrites {
  private final StorageNodes nodes;
  private final RequestContext context;
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final List<Write> open = new ArrayList<>(2);
  private Deadline lastReplyBy = new Deadline(0);

  public ReplicaWrites(StorageNodes nodes, RequestContext context) {
    this.nodes = nodes;
    this.context = context;
  }

  public static final class Write {
    private final Quorum quorum;
    private final List<Call> pending = new ArrayList<>(3);

    /** The content, at most one; released with the last reply. */
    private final List<Chunk> content;

    private final Set<NodeId> unconfirmed;

    /** Empty for a change. */
    private final OptionalInt putIn;

    private String reasons = "";
    private boolean isDoneByAny;

    private int life;
    private int inLife;

    private int failures;
    private int failuresOfSpace;
    private int lacking;
    private Absence absence = Absence.NOT_FOUND;

    private Write(Quorum quorum, List<Chunk> content, Set<NodeId> unconfirmed, OptionalInt putIn) {
      this.quorum = quorum;
      this.content = content;
      this.unconfirmed = unconfirmed;
      this.putIn = putIn;
    }

    public Outcome outcome() {
      return quorum.outcome();
    }

    /** Whether the change is made, or there is nothing to change. */
    boolean isSettled() {
      return outcome() == Outcome.DONE || outcome() == Outcome.GONE;
    }

    public Absence absence() {
      return absence;
    }

    /** Whether every replica that was asked has made the change or refused it for good. */
    boolean isAnsweredByAll() {
      return pending.isEmpty() && failures == 0;
    }

    /** Whether every replica has refused the change for good. */
    public boolean isRefusedByAll() {
      return isAnsweredByAll() && !isDoneByAny;
    }

    /** Whether the change failed while some replicas lack the blob. */
    public boolean hasComeInPart() {
      return outcome() == Outcome.UNDECIDABLE && lacking > 0;
    }

    /** The last life that the acknowledging replicas know. */
    public int life() {
      return life;
    }

    /** How many of them know that life. */
    int inLife() {
      return inLife;
    }

    private Vote doneIn(int lifeVersion) {
      isDoneByAny = true;
      if (lifeVersion > life) {
        life = lifeVersion;
        inLife = 0;
      }
      inLife += lifeVersion == life ? 1 : 0;
      return Vote.DONE;
    }

    private Vote missing(Absence why) {
      if (why == Absence.NOT_FOUND) {
        lacking++;
        return Vote.NOT_FOUND;
      }
      absence = why;
      return Vote.GONE;
    }

    public Set<NodeId> unconfirmed() {
      return unconfirmed;
    }

    /** Whether replicas failed, and all of them for lack of space. */
    public boolean lacksSpace() {
      return failures > 0 && failures == failuresOfSpace;
    }

    public String reasons() {
      return reasons;
    }
  }

  /** The chunk is held until the last reply. */
  public Write put(
      NodeRequest.Put request, Chunk chunk, List<Replica> to, Quorum.Strategy strategy) {
    Write write =
        new Write(
            new Quorum(strategy, to.size()),
            List.of(chunk.hold()),
            Collections.emptySet(),
            OptionalInt.of(request.id().partition()));
    send(write, request, chunk.content(), to);
    return write;
  }

  Write change(NodeRequest request, List<Replica> to, Quorum.Strategy strategy) {
    Set<NodeId> unconfirmed = new HashSet<>();
    to.forEach(replica -> unconfirmed.add(replica.node().id()));
    Write write =
        new Write(new Quorum(strategy, to.size()), List.of(), unconfirmed, OptionalInt.empty());
    send(write, request, Body.empty(), to);
    return write;
  }

  private void send(Write write, NodeRequest request, Body content, List<Replica> to) {
    open.add(write);
    RequestContext callContext = nodes.callContext(context);
    lastReplyBy = callContext.deadline();
    try {
      write.pending.addAll(nodes.send(to, request, content, callContext, replies));
    } finally {
      closeIfComplete(write);
    }
  }

  /** Waits even if the client is gone: later steps must follow a change that is half made. */
  public void await(Write write) {
    while (write.outcome() == Outcome.OPEN) {
      settle(
          isEachAnsweredInTime()
              ? replies.take()
              : replies.take(context.deadline(), context.carrier()).orElseThrow(this::timedOut));
    }
  }

  /**
   * Waits for the next reply.
   *
   * @throws AumbryException {@link ErrorCode#TIMED_OUT}, {@link ErrorCode#CLIENT_GONE}
   */
  public void awaitReply() {
    settle(
        isEachAnsweredInTime()
            ? context.await(replies)
            : context.await(replies, context.deadline()).orElseThrow(this::timedOut));
  }

  /** Whether each call ends before the request, so that no timer is needed. */
  private boolean isEachAnsweredInTime() {
    return lastReplyBy.nanos() - context.deadline().nanos() <= 0;
  }

  public boolean isPending() {
    return !open.isEmpty();
  }

  public void settleArrived() {
    for (Optional<NodeReply> reply = replies.poll(); reply.isPresent(); reply = replies.poll()) {
      settle(reply.get());
    }
  }

  /**
   * Cancels open calls and frees their memory. They may still take effect until {@link #lapse}
   * returns.
   */
  public void cancel() {
    for (Write write : List.copyOf(open)) {
      write.pending.forEach(call -> call.handle().cancel());
      write.pending.clear();
      closeIfComplete(write);
    }
  }

  /** Waits for the deadlines of cancelled calls. */
  public void lapse() {
    Carrier carrier = context.carrier();
    Mailbox<Boolean> nobody = new Mailbox<>();
    while (!lastReplyBy.hasPassed(carrier.time())) {
      nobody.take(lastReplyBy, carrier);
    }
    for (Optional<NodeReply> reply = replies.poll(); reply.isPresent(); reply = replies.poll()) {
      if (reply.get() instanceof NodeReply.Answer answer) {
        answer.content().close();
      }
    }
  }

  public void drain() {
    while (isPending()) {
      settle(replies.take());
    }
  }

  /**
   * Called last by the operation. Threads that bring replies handle them; the last one runs {@code
   * end}.
   */
  public void settleOnArrival(Runnable end) {
    replies.pollOnPost(() -> settleArrived(end));
  }

  private synchronized void settleArrived(Runnable end) {
    if (isPending()) {
      settleArrived();
      if (!isPending()) {
        end.run();
      }
    }
  }

  private void settle(NodeReply reply) {
    for (int i = 0; i < open.size(); i++) {
      Write write = open.get(i);
      for (int j = 0; j < write.pending.size(); j++) {
        if (write.pending.get(j).handle().equals(reply.call())) {
          settle(write, write.pending.remove(j), reply);
          return;
        }
      }
    }
    throw new IllegalStateException("a second reply to a call, from " + reply.call().node().id());
  }

  private void settle(Write write, Call call, NodeReply reply) {
    Replica replica = call.replica();
    if (reply instanceof NodeReply.Answer) {
      nodes.tookWrite(call);
    }
    Vote vote = voteOf(write, replica, reply);
    if (vote == Vote.DONE || vote == Vote.KEPT || vote == Vote.GONE) {
      write.unconfirmed.remove(replica.node().id());
    }
    write.quorum.add(vote);
    closeIfComplete(write);
  }

  private void closeIfComplete(Write write) {
    if (write.pending.isEmpty()) {
      open.remove(write);
      write.content.forEach(Chunk::close);
    }
  }

  private Vote voteOf(Write write, Replica replica, NodeReply reply) {
    return switch (reply) {
      case NodeReply.Failure(var _, ErrorCode code, String reason) -> {
        nodes.unanswered(replica, code, reason);
        yield failed(write, replica, code + " " + reason);
      }
      case NodeReply.Answer(var _, NodeResponse response, var content) -> {
        content.close();
        nodes.answered(replica, response);
        yield voteOf(write, replica, response);
      }
    };
  }

  private Vote voteOf(Write write, Replica replica, NodeResponse response) {
    return switch (response) {
      case NodeResponse.Done(int life) -> write.doneIn(life);
      case NodeResponse.DeleteRecorded(int life) -> {
        write.doneIn(life);
        yield Vote.KEPT;
      }
      case NodeResponse.Stored(int fill) when write.putIn.isPresent() -> {
        nodes.filled(replica, write.putIn.getAsInt(), fill);
        yield write.doneIn(0);
      }
      case NodeResponse.Missing(var absence, _) when !replica.isReadable() ->
          failed(write, replica, absence + " but not complete");
      case NodeResponse.Missing(var absence, _) -> write.missing(absence);
      case NodeResponse.Failed(ErrorCode code, String reason) -> {
        nodes.failed(replica, code, reason);
        write.failuresOfSpace += code == ErrorCode.NO_SPACE ? 1 : 0;
        yield failed(write, replica, code + " " + reason);
      }
      case NodeResponse.Stored _,
          NodeResponse.Found _,
          NodeResponse.Known _,
          NodeResponse.Pulled _,
          NodeResponse.Compared _,
          NodeResponse.Reported _,
          NodeResponse.Unsatisfiable _ -> {
        nodes.failed(replica, ErrorCode.INTERNAL, "unexpected kind of answer");
        yield failed(write, replica, "sent an unexpected kind of answer");
      }
    };
  }

  private static Vote failed(Write write, Replica replica, String reason) {
    write.failures++;
    write.reasons += "; " + replica.node().id() + ": " + reason;
    return Vote.UNKNOWN;
  }

  private AumbryException timedOut() {
    return new AumbryException(
        ErrorCode.TIMED_OUT,
        "The request timed out with " + open.size() + " unacknowledged changes");
  }
}
