package io.aumbry.server.replication.pull;

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
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The calls of one puller to its peer, one at a time, and its pauses. {@link #prod} ends a pause or
 * a long poll early; any thread may call it. Everything else is for the puller's thread.
 */
final class PeerCalls {
  /** Time for an answer, in addition to the time for which the peer may hold the request. */
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

  private static final Duration STORE_TIME = Duration.ofSeconds(30);

  private static final Set<Pull.Form> WHOLE_RECORDS =
      EnumSet.of(Pull.Form.RECORDS, Pull.Form.OFFERED);

  private static final Set<ErrorCode> UNANSWERED =
      EnumSet.of(ErrorCode.TIMED_OUT, ErrorCode.CONNECTION_LOST);

  private final NodeId peer;
  private final Reachability reach;
  private final NodeEnvironment environment;
  private final Carrier carrier;
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final NodeReply prod;
  private final AtomicBoolean prodded = new AtomicBoolean();
  private volatile boolean stopped;

  /** When the peer last answered, or when this was created. */
  private long heardNanos;

  PeerCalls(NodeId peer, PullerContext context) {
    this.peer = peer;
    this.reach = context.reach();
    this.environment = context.environment();
    this.carrier = environment.carrier();
    this.heardNanos = carrier.time().monotonicNanos();
    this.prod =
        new NodeReply.Failure(new Prod(), ErrorCode.CANCELLED, "prodded: new work for " + peer);
  }

  /** A message to the puller to look for new work; it belongs to no call. */
  private static final class Prod implements NodeCall {
    @Override
    public StorageNode node() {
      throw new IllegalStateException("a prod has no node");
    }

    @Override
    public void cancel() {}
  }

  /** Ends the current pause or long poll, or the next one. */
  void prod() {
    if (prodded.compareAndSet(false, true)) {
      replies.post(prod);
    }
  }

  void stop() {
    stopped = true;
    prod();
  }

  boolean isStopped() {
    return stopped;
  }

  void idle() {
    while (!isProd(replies.take())) {
      // a late reply to a cancelled call
    }
  }

  void pause(Duration span) {
    Deadline end = Deadline.after(span, carrier.time());
    boolean waiting = true;
    while (waiting) {
      Optional<NodeReply> reply = replies.take(end, carrier);
      waiting = reply.isPresent() && !isProd(reply.get());
    }
  }

  /** Prods do not end the wait; a stop does. */
  void sleep(Deadline until) {
    while (!stopped && !until.hasPassed(carrier.time())) {
      pause(until.remaining(carrier.time()));
    }
  }

  RequestContext storeContext() {
    return environment.context("pull", STORE_TIME);
  }

  /**
   * Sends a long poll, and cancels it at the next prod.
   *
   * @return empty if the call was cancelled
   * @throws AumbryException the error of the peer or of the connection
   */
  Optional<PeerAnswer<Pulled>> pull(StorageNode node, Pull request) {
    long asked = carrier.time().monotonicNanos();
    NodeCall call = send(node, request, Duration.ofMillis(request.waitMillis()), replies);
    while (true) {
      NodeReply reply = replies.take();
      if (reply.call().equals(call)) {
        note(reply, request.form(), asked);
        return Optional.of(PeerAnswer.open(reply, Pulled.class, request.maxBytes()));
      }
      if (isProd(reply) && request.waitMillis() > 0) {
        call.cancel();
        return Optional.empty();
      }
    }
  }

  /**
   * Only small requests show whether the peer is reachable: whole records may time out because they
   * come too slowly.
   */
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

  boolean isUnheardFor(Duration span) {
    return carrier.time().monotonicNanos() - heardNanos > span.toNanos();
  }

  /**
   * Sends a request that the peer answers at once. A prod does not cancel it.
   *
   * @param more time for the content, in addition to the time for any answer
   */
  Asked ask(StorageNode node, Pull request, Duration more) {
    Mailbox<NodeReply> reply = new Mailbox<>();
    long now = carrier.time().monotonicNanos();
    return new Asked(send(node, request, more, reply), reply, request, now);
  }

  private NodeCall send(StorageNode node, Pull request, Duration more, Mailbox<NodeReply> to) {
    RequestContext context = environment.context("pull", ANSWER_TIME.plus(more));
    return environment.client().send(node, request, Body.empty(), context, to);
  }

  /** The caller either takes the answer or cancels the request, once. Prods have no effect. */
  final class Asked {
    private final NodeCall call;
    private final Mailbox<NodeReply> reply;
    private final Pull request;
    private final long askedNanos;

    private Asked(NodeCall call, Mailbox<NodeReply> reply, Pull request, long askedNanos) {
      this.call = call;
      this.reply = reply;
      this.request = request;
      this.askedNanos = askedNanos;
    }

    /**
     * Waits for the answer.
     *
     * @throws AumbryException the error of the peer or of the connection
     */
    PeerAnswer<Pulled> answer() {
      NodeReply came = reply.take();
      note(came, request.form(), askedNanos);
      return PeerAnswer.open(came, Pulled.class, request.maxBytes());
    }

    /** Also releases anything that has arrived. */
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
