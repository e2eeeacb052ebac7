package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.stream.StreamFailure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call to the node in this process: both the caller's call and the node's exchange. The request,
 * its content and the content of the answer are passed on as they are. Any thread may end the call.
 *
 * <p>To the budgets of the node, all local calls come from one address, and the calls of a carrier
 * from one connection, as if the frontend were in another process.
 */
final class LocalCall implements NodeCall, NodeExchange, Claimant {
  /** The group of calls to which a call belongs: the calls of one carrier. */
  interface Group {
    /**
     * The node works for the call no more. Called once for each call that was not dropped, perhaps
     * after {@link #over}.
     */
    void answered(LocalCall call);

    /** The call is over. */
    void over(LocalCall call);

    Object connection();

    Object address();
  }

  private static final Logger LOG = LoggerFactory.getLogger(LocalCall.class);

  private enum State {
    AWAITED,
    ANSWERED,
    ENDED
  }

  private final StorageNode node;
  private final Peer caller;
  private final Group group;
  private final NodeRequest request;
  private final ByteSource sent;
  private final RequestContext context;
  private final Claimant client;
  private final Mailbox<NodeReply> replies;
  private final AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
  private volatile @Nullable LocalContent answer;
  private volatile @Nullable Thread worker;
  private volatile boolean gone;

  /** Only the handler uses it. */
  private boolean responded;

  /**
   * Creates a call, to be run or dropped.
   *
   * @param caller the identity of the frontend in this process
   * @param content taken over
   */
  LocalCall(
      StorageNode node,
      Peer caller,
      Group group,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    this.node = node;
    this.caller = caller;
    this.group = group;
    this.request = request;
    this.sent = content.toSource();
    this.context = context.withClaimant(this);
    this.client = context.claimant();
    this.replies = replies;
    if (request instanceof NodeRequest.Put put) {
      put.metadata().retain();
    }
  }

  /** Lets {@code handler} answer, on the calling thread. */
  void run(NodeHandler handler) {
    worker = Thread.currentThread();
    try {
      if (state.get() == State.AWAITED) {
        handler.handle(this);
      }
    } catch (AumbryException e) {
      LOG.atDebug().addKeyValue("node", node.id()).setCause(e).log("A local call was aborted");
    } catch (RuntimeException | Error bug) {
      LOG.atError().addKeyValue("node", node.id()).setCause(bug).log("A handler failed");
    } finally {
      worker = null;
      release();
      if (state.get() == State.AWAITED) {
        fail(ErrorCode.CONNECTION_LOST, node.id() + " did not answer");
      }
    }
  }

  /** Ends a call that its group does not count. It is neither run nor known to others. */
  void drop(ErrorCode code, String reason) {
    release();
    gone = true;
    state.set(State.ENDED);
    replies.post(new NodeReply.Failure(this, code, reason));
  }

  private void release() {
    sent.close();
    if (request instanceof NodeRequest.Put put) {
      put.metadata().close();
    }
  }

  @Override
  public StorageNode node() {
    return node;
  }

  /** Whether there is neither an answer nor a failure yet. */
  boolean isAwaited() {
    return state.get() == State.AWAITED;
  }

  void fail(ErrorCode code, String reason) {
    if (state.compareAndSet(State.AWAITED, State.ENDED)) {
      leave();
      replies.post(new NodeReply.Failure(this, code, reason));
    } else {
      endAnswer(new StreamFailure(code, reason));
    }
  }

  @Override
  public void cancel() {
    if (state.compareAndSet(State.AWAITED, State.ENDED)) {
      leave();
    } else {
      endAnswer(new StreamFailure(ErrorCode.CANCELLED, "The caller cancelled the call"));
    }
  }

  private void leave() {
    gone = true;
    group.answered(this);
    group.over(this);
    LockSupport.unpark(worker);
  }

  private void endAnswer(StreamFailure why) {
    LocalContent content = answer;
    if (content != null) {
      content.end(why);
    }
  }

  /** The reader of the answer has left while it was waiting. */
  void abandon() {
    gone = true;
  }

  /** The answer is read, or will not be. */
  void over() {
    group.over(this);
  }

  @Override
  public NodeRequest request() {
    return request;
  }

  @Override
  public RequestContext context() {
    return context;
  }

  @Override
  public Peer peer() {
    return caller;
  }

  @Override
  public ByteSource content() {
    return sent;
  }

  @Override
  public void reply(NodeResponse response, ByteSource content) {
    LocalContent made = new LocalContent(this, content, response.contentLength());
    if (responded) {
      made.close();
      throw new IllegalStateException("The response has already begun");
    }
    responded = true;
    NodeResponse received = received(response);
    answer = made;
    if (!state.compareAndSet(State.AWAITED, State.ANSWERED)) {
      made.close();
      throw new AumbryException(ErrorCode.CLIENT_GONE, "The caller gave up the call");
    }
    group.answered(this);
    if (response.contentLength() == 0) {
      made.close();
    }
    replies.post(new NodeReply.Answer(this, received, made));
  }

  /** The metadata of a blob belongs to the handler, and may be part of a larger buffer. */
  private static NodeResponse received(NodeResponse response) {
    return response instanceof NodeResponse.Found found
        ? new NodeResponse.Found(
            found.state(),
            HeapBuffer.copyOf(found.metadata().view()),
            found.contentSize(),
            found.contentFrom(),
            found.contentLength(),
            found.checksums())
        : response;
  }

  @Override
  public Optional<Object> key(Scope scope) {
    return switch (scope) {
      case CONNECTION -> Optional.of(group.connection());
      case ADDRESS -> Optional.of(group.address());
      case NETWORK, IDENTITY -> Optional.empty();
    };
  }

  /** All content is in memory, so the node never waits for the caller. */
  @Override
  public long stalledNanos() {
    return 0;
  }

  @Override
  public long bytesPerSecond() {
    return Long.MAX_VALUE;
  }

  /**
   * Until the answer, only the caller ends the call, as from another process: the router may need
   * the answer when its client has left. After that, the thread of the client's request waits in
   * the content.
   */
  @Override
  public boolean isGone() {
    return gone || (state.get() == State.ANSWERED && client.isGone());
  }

  @Override
  public void giveWay(String reason) {
    fail(ErrorCode.OVERLOADED, reason);
  }

  @Override
  public String toString() {
    return "call to " + node.id();
  }
}
