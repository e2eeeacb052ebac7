package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.transport.node.Messages;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.stream.InboundStream;
import io.aumbry.transport.stream.StreamFailure;
import io.aumbry.transport.stream.UnreadBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a call and its answer. {@link ServerEnd} is the other end. The ends talk over
 * {@link Lane}s.
 */
final class SimulatedStream implements NodeCall {
  /** Bytes that may be under way and unread, in each direction. */
  static final int WINDOW = 256 << 10;

  /** The most bytes that travel together. */
  static final int PIECE = 32 << 10;

  private static final int REPORT_EVERY = WINDOW / 4;

  /** An answer that has begun and then stalls for this time has failed. */
  private static final Duration STALL = Duration.ofSeconds(10);

  private final StorageNode node;
  private final Connection connection;
  private final BufferPool pool;
  private final RequestContext context;
  private final Mailbox<NodeReply> replies;
  private final Lane toServer;
  private final Deque<byte[]> unsent = new ArrayDeque<>();
  private int window = WINDOW;
  private @Nullable ServerEnd server;
  private @Nullable InboundStream answer;
  private long expected;
  private long received;
  private long unread;
  private boolean replied;
  private boolean over;
  private Consumer<NodeResponse> listener = _ -> {};
  private Timer alarm;

  SimulatedStream(
      StorageNode node,
      Connection connection,
      BufferPool pool,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    this.node = node;
    this.connection = connection;
    this.pool = pool;
    this.context = context;
    this.replies = replies;
    this.toServer = new Lane(connection.there());
    Carrier carrier = context.carrier();
    this.alarm =
        carrier.schedule(
            context.deadline().remaining(carrier.time()),
            () -> expire("No answer of " + node.id() + " before the deadline"));
  }

  @Override
  public StorageNode node() {
    return node;
  }

  /** Passes the answer to {@code answered} when it arrives, before the client sees it. */
  void whenAnswered(Consumer<NodeResponse> answered) {
    listener = answered;
  }

  void open(ByteBuffer header, Body content, ServerEnd.Opening opening) {
    connection.add(this);
    cut(content);
    toServer.send(() -> {
      if (connection.server().isAlive()) {
        server = opening.open(header, this);
      }
    });
    sendContent();
  }

  private void cut(Body content) {
    for (Buffer slice : content.slices()) {
      ByteBuffer view = slice.view();
      while (view.hasRemaining()) {
        byte[] piece = new byte[Math.min(PIECE, view.remaining())];
        view.get(piece);
        unsent.add(piece);
      }
    }
  }

  private void sendContent() {
    while (!over && !unsent.isEmpty() && window > 0) {
      byte[] piece = unsent.remove();
      window -= piece.length;
      toServer.send(() -> atServer(end -> end.offer(piece)));
    }
  }

  private interface AtServer {
    void act(ServerEnd end);
  }

  private void atServer(AtServer action) {
    if (server != null && connection.server().isAlive()) {
      action.act(server);
    }
  }

  /** The server has read this number of bytes of the content. */
  void granted(int bytes) {
    window += bytes;
    sendContent();
  }

  void unwanted() {
    unsent.clear();
  }

  void head(ByteBuffer header) {
    if (over) {
      return;
    }
    NodeResponse response = MessageCodec.decodeResponse(header.position(Integer.BYTES));
    InboundStream stream =
        new InboundStream(
            new AnswerOrigin(), UnreadBytes.unlimited(), REPORT_EVERY, context.claimant()::isGone);
    answer = stream;
    expected = response.contentLength();
    rearm();
    replied = true;
    if (expected == 0) {
      stream.end();
      finish();
    }
    listener.accept(response);
    replies.post(new NodeReply.Answer(this, response, stream));
  }

  void data(byte[] bytes) {
    InboundStream to = answer;
    if (over || to == null) {
      return;
    }
    received += bytes.length;
    if (received > expected) {
      reset(ErrorCode.CORRUPT_TRANSFER, "Content is longer than its " + expected + " bytes");
      return;
    }
    unread += bytes.length;
    to.offer(Messages.buffer(pool, bytes, 0, bytes.length));
    rearm();
    if (received == expected) {
      to.end();
      finish();
    }
  }

  void cutShort() {
    broken(ErrorCode.CONNECTION_LOST, "The stream to " + node.id() + " was closed");
  }

  private void rearm() {
    alarm.cancel();
    alarm = context.carrier().schedule(STALL, this::stalled);
  }

  private void stalled() {
    if (unread > 0) {
      rearm();
    } else {
      expire("The content of the answer of " + node.id() + " has stalled");
    }
  }

  private void expire(String reason) {
    reset(ErrorCode.TIMED_OUT, reason);
  }

  @Override
  public void cancel() {
    InboundStream begun = answer;
    replied = true;
    if (!over) {
      tellServer();
      finish();
    }
    if (begun != null) {
      begun.close();
    }
  }

  private void reset(ErrorCode code, String reason) {
    if (!over) {
      tellServer();
      fail(code, reason);
    }
  }

  private void tellServer() {
    toServer.send(() ->
        atServer(
            end -> end.broken(new StreamFailure(ErrorCode.CLIENT_GONE, "The call was reset"))));
  }

  void broken(ErrorCode code, String reason) {
    atServer(end -> end.broken(new StreamFailure(ErrorCode.CLIENT_GONE, reason)));
    if (!over && connection.client().isAlive()) {
      fail(code, reason);
    }
  }

  private void fail(ErrorCode code, String reason) {
    finish();
    InboundStream begun = answer;
    if (!replied) {
      replied = true;
      replies.post(new NodeReply.Failure(this, code, reason));
    } else if (begun != null) {
      begun.fail(new StreamFailure(code, reason));
    }
  }

  private void finish() {
    over = true;
    unsent.clear();
    alarm.cancel();
    connection.remove(this);
  }

  private final class AnswerOrigin implements InboundStream.Origin {
    @Override
    public void wanted() {
      // the server sends without being asked
    }

    @Override
    public void consumed(int bytes) {
      unread -= bytes;
      if (!over) {
        toServer.send(() -> atServer(end -> end.granted(bytes)));
      }
    }

    @Override
    public void abandoned() {
      cancel();
    }
  }

  Connection connection() {
    return connection;
  }

  @Override
  public String toString() {
    return "call to " + node.id();
  }
}
