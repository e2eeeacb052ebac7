package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The calls of one puller to its peer, one at a time, and its waits between them; either ends early
 * when it is prodded. Used by the puller's thread; {@link #prod} by any.
 */
final class PeerCalls {
  /** For an answer, beyond the time that the peer may let it wait. */
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

  private static final Duration STORE_TIME = Duration.ofSeconds(30);

  private static final Set<Pull.Form> WHOLE_RECORDS =
      EnumSet.of(Pull.Form.RECORDS, Pull.Form.OFFERED);

  private static final Set<ErrorCode> UNANSWERED =
      EnumSet.of(ErrorCode.TIMED_OUT, ErrorCode.CONNECTION_LOST);

  private final NodeId peer;
  private final Reach reach;
  private final Surroundings surroundings;
  private final Carrier carrier;
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final NodeReply prod;
  private final AtomicBoolean prodded = new AtomicBoolean();
  private volatile boolean stopped;

  /** When the peer answered last, or was first to be asked. */
  private long heardNanos;

  PeerCalls(NodeId peer, PullerContext context) {
    this.peer = peer;
    this.reach = context.reach();
    this.surroundings = context.surroundings();
    this.carrier = surroundings.carrier();
    this.heardNanos = carrier.time().monotonicNanos();
    this.prod =
        new NodeReply.Failure(new Prod(), ErrorCode.CANCELLED, "something to do for " + peer);
  }

  /** Stands for no call: the puller is to look around again. */
  private static final class Prod implements NodeCall {
    @Override
    public StorageNode node() {
      throw new IllegalStateException("a prod goes to no node");
    }

    @Override
    public void cancel() {
      // nothing is under way
    }
  }

  /** Ends the current wait, or the next one. */
  void prod() {
    if (prodded.compareAndSet(false, true)) {
      replies.post(prod);
    }
  }

  /** Ends all waits, now and from now on. */
  void stop() {
    stopped = true;
    prod();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Waits until it is prodded. */
  void idle() {
    while (!isProd(replies.take())) {
      // a late reply to a call that was given up
    }
  }

  /** Waits for {@code span}, or until it is prodded. */
  void pause(Duration span) {
    Deadline end = Deadline.after(span, carrier.time());
    boolean waiting = true;
    while (waiting) {
      Optional<NodeReply> reply = replies.take(end, carrier);
      waiting = reply.isPresent() && !isProd(reply.get());
    }
  }

  /** Waits for {@code until}, prodded or not, unless it is stopped. */
  void sleep(Deadline until) {
    while (!stopped && !until.hasPassed(carrier.time())) {
      pause(until.remaining(carrier.time()));
    }
  }

  /** A context for the work of this node's own disk on one answer. */
  RequestContext storeContext() {
    return context(STORE_TIME);
  }

  /** A context for work that answers to nobody but the puller. */
  RequestContext context(Duration span) {
    return surroundings.context("pull", span);
  }

  /**
   * Asks the peer, and gives the call up when it is prodded.
   *
   * @throws AumbryException as the peer answered, or the way to it failed
   */
  Optional<PeerAnswer<Pulled>> pull(StorageNode node, Pull request) {
    RequestContext context = context(ANSWER_TIME.plusMillis(request.waitMillis()));
    long asked = carrier.time().monotonicNanos();
    NodeCall call = surroundings.client().send(node, request, Body.empty(), context, replies);
    while (true) {
      NodeReply reply = replies.take();
      if (reply.call().equals(call)) {
        note(reply, request.form(), asked);
        return Optional.of(PeerAnswer.open(reply, Pulled.class));
      }
      if (isProd(reply) && request.waitMillis() > 0) {
        call.cancel();
        return Optional.empty();
      }
    }
  }

  /** Records may be given up though the peer is there, since they come too slowly. */
  private void note(NodeReply reply, Pull.Form form, long askedNanos) {
    switch (reply) {
      case NodeReply.Answer _ -> {
        heardNanos = carrier.time().monotonicNanos();
        reach.answered(peer);
      }
      case NodeReply.Failure failure -> {
        if (!WHOLE_RECORDS.contains(form) && UNANSWERED.contains(failure.code())) {
          reach.unanswered(peer, askedNanos);
        }
      }
    }
  }

  /** Whether the peer has not answered for longer than this, whatever it was asked. */
  boolean isUnheardFor(Duration span) {
    return carrier.time().monotonicNanos() - heardNanos > span.toNanos();
  }

  /**
   * As {@link #pull}, for a request that does not let the peer wait, which is not given up.
   *
   * @param more for what it brings to come, beside what any answer takes
   */
  PeerAnswer<Pulled> pullNow(StorageNode node, Pull request, Duration more) {
    return ask(node, request, more).answer();
  }

  /** Sends such a request, and returns at once. */
  Asked ask(StorageNode node, Pull request, Duration more) {
    Mailbox<NodeReply> reply = new Mailbox<>();
    long now = carrier.time().monotonicNanos();
    NodeCall call =
        surroundings
            .client()
            .send(node, request, Body.empty(), context(ANSWER_TIME.plus(more)), reply);
    return new Asked(call, reply, request.form(), now);
  }

  /** A request under way that prods do not concern; either answered or given up, once. */
  final class Asked {
    private final NodeCall call;
    private final Mailbox<NodeReply> reply;
    private final Pull.Form form;
    private final long askedNanos;

    private Asked(NodeCall call, Mailbox<NodeReply> reply, Pull.Form form, long askedNanos) {
      this.call = call;
      this.reply = reply;
      this.form = form;
      this.askedNanos = askedNanos;
    }

    /**
     * Waits for the answer.
     *
     * @throws AumbryException as the peer answered, or the way to it failed
     */
    PeerAnswer<Pulled> answer() {
      NodeReply came = reply.take();
      note(came, form, askedNanos);
      return PeerAnswer.open(came, Pulled.class);
    }

    /** What has come of it is given back, and what comes later is not looked at. */
    void giveUp() {
      call.cancel();
    }
  }

  private boolean isProd(NodeReply reply) {
    if (reply.equals(prod)) {
      prodded.set(false);
      return true;
    }
    if (reply instanceof NodeReply.Answer late) {
      late.content().close();
    }
    return false;
  }
}
