package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.HeaderAssembly;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.stream.InboundStream;
import io.aumbry.transport.stream.StreamFailure;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call and its progress. The caller starts and cancels it. The loop of its connection handles the
 * response. Whichever posts the first reply wins.
 */
final class OutgoingCall implements NodeCall, InboundStream.Origin {
  /** The place of a call: a queue or a connection. Any thread. */
  interface Route {
    /** The caller does not want the response of {@code call} any more. */
    void cancel(OutgoingCall call);

    /** The reader took {@code bytes} of the response. */
    void consumed(OutgoingCall call, int bytes);
  }

  /**
   * Handling of responses on one connection.
   *
   * @param copies allocator for copies of small pieces
   * @param unread counts bytes that wait for their readers
   * @param reportEvery the reader reports after this number of bytes at the latest
   */
  record Inbox(ByteBufAllocator copies, UnreadBytes unread, int reportEvery) {}

  private final StorageNode node;
  private final ByteBuffer header;
  private final Body content;
  private final long deadline;
  private final Mailbox<NodeReply> replies;
  private final BooleanSupplier isGivenUp;
  private final AtomicBoolean replied = new AtomicBoolean();
  private final AtomicBoolean contentTaken = new AtomicBoolean();
  private volatile @Nullable Route route;
  private volatile boolean cancelled;

  /** Whether the stream is closed, so that flow control has ended. */
  private volatile boolean closed;

  /** Only the loop uses the following fields. */
  private final HeaderAssembly assembly = new HeaderAssembly();

  private @Nullable InboundStream answer;
  private int expected;
  private int received;
  private int unread;

  /** Bytes received, and the time of the last change, as of the last {@link #expire}. */
  private int seen = -1;

  private long lastCame;
  private int streamId;
  private int sized;

  /**
   * Takes over {@code content}.
   *
   * @param context of the request that calls the node
   */
  OutgoingCall(
      StorageNode node,
      ByteBuffer header,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    this.node = node;
    this.header = header;
    this.content = content;
    this.deadline = context.deadline().nanos();
    this.isGivenUp = context.claimant()::isGone;
    this.replies = replies;
  }

  @Override
  public StorageNode node() {
    return node;
  }

  /** The header for sending. Called once. */
  ByteBuffer header() {
    return header;
  }

  int size() {
    return header.remaining() + content.size();
  }

  long deadline() {
    return deadline;
  }

  boolean isCancelled() {
    return cancelled;
  }

  boolean isReplied() {
    return replied.get();
  }

  /** Sets the queue or connection, before the call is handed to it. */
  void assign(Route to) {
    route = to;
  }

  /** The content for sending. Empty if it was taken or freed before. */
  Body takeContent() {
    return contentTaken.compareAndSet(false, true) ? content : Body.empty();
  }

  @Override
  public void cancel() {
    cancelled = true;
    Route at = route;
    if (at == null) {
      // A connection that takes the call later sees that it is cancelled.
      takeContent().close();
    } else {
      at.cancel(this);
    }
  }

  /** Posts or records a failure. From any thread until there is a response, then from the loop. */
  void fail(ErrorCode code, String reason) {
    takeContent().close();
    InboundStream begun = answer;
    if (replied.compareAndSet(false, true)) {
      replies.post(new NodeReply.Failure(this, code, reason));
    } else if (begun != null) {
      begun.fail(new StreamFailure(code, reason));
    }
  }

  void dropAnswer() {
    takeContent().close();
    replied.set(true);
    if (answer != null) {
      answer.close();
    }
  }

  /**
   * Loop: handles more bytes of the response.
   *
   * @return number of bytes that need no further accounting
   * @throws AumbryException if the response is malformed
   */
  int received(ByteBuf bytes, boolean end, Inbox inbox) {
    int header = 0;
    if (answer == null) {
      header = assembly.feed(bytes.nioBuffer());
      bytes.skipBytes(header);
      if (assembly.isComplete()) {
        begin(MessageCodec.decodeResponse(assembly.header()), inbox);
      }
    }
    int more = bytes.readableBytes();
    InboundStream to = answer;
    if (to == null) {
      failIf(end, "Response ended within its header");
      return header;
    }
    received += more;
    failIf(received > expected, "Content is longer than its " + expected + " bytes");
    boolean dropped = to.isClosed();
    if (more > 0 && !dropped) {
      unread += more;
      to.offer(NettyBuffer.received(bytes, inbox.copies()));
    }
    if (received == expected) {
      to.end();
    }
    failIf(end && received < expected, "Content ended after " + received + " of " + expected);
    return header + (dropped ? more : 0);
  }

  private static void failIf(boolean wrong, String reason) {
    if (wrong) {
      throw new AumbryException(ErrorCode.CORRUPT_TRANSFER, reason);
    }
  }

  private void begin(NodeResponse response, Inbox inbox) {
    InboundStream stream = new InboundStream(this, inbox.unread(), inbox.reportEvery(), isGivenUp);
    answer = stream;
    expected = response.contentLength();
    if (expected == 0) {
      stream.end();
    }
    if (replied.compareAndSet(false, true)) {
      replies.post(new NodeReply.Answer(this, response, stream));
    } else {
      stream.close();
    }
  }

  boolean isComplete() {
    return answer != null && answer.isComplete();
  }

  /**
   * Loop: fails a call that has exceeded its time. A complete response has not failed, but a node
   * that does not end its stream must be told to.
   *
   * @return whether to reset the stream
   */
  boolean expire(long now, long stall) {
    if (!replied.get() && deadline - now <= 0) {
      fail(ErrorCode.TIMED_OUT, "No response of " + node.id() + " before the deadline");
      return true;
    }
    boolean stands = answer != null && received == seen && (unread == 0 || isComplete());
    if (!stands) {
      seen = received;
      lastCame = now;
      return false;
    }
    if (now - lastCame < stall) {
      return false;
    }
    failUnlessComplete(
        ErrorCode.TIMED_OUT, "The content of the response of " + node.id() + " has stalled");
    return true;
  }

  /** Loop: the time of the next check for expiry. */
  long due(long now, long stall) {
    return replied.get() ? now + stall : deadline;
  }

  /** Loop: the stream is closed. */
  void close() {
    closed = true;
    if (!isComplete()) {
      fail(ErrorCode.CONNECTION_LOST, "The stream to " + node.id() + " was closed");
    }
  }

  void failUnlessComplete(ErrorCode code, String reason) {
    if (!isComplete()) {
      fail(code, reason);
    }
  }

  /** The size with which its connection accounts for it. */
  int sized() {
    return sized;
  }

  void sized(int bytes) {
    sized = bytes;
  }

  int streamId() {
    return streamId;
  }

  void streamId(int id) {
    streamId = id;
  }

  /** Loop: bytes that arrived and are not read yet. */
  int unread() {
    return unread;
  }

  /** Loop: the reader took {@code bytes}. */
  void read(int bytes) {
    unread -= bytes;
  }

  @Override
  public void wanted() {
    // the response is already on its way
  }

  @Override
  public void consumed(int bytes) {
    Route at = route;
    if (at != null && !closed) {
      at.consumed(this, bytes);
    }
  }

  @Override
  public void abandoned() {
    cancel();
  }

  @Override
  public String toString() {
    return "call to " + node.id();
  }
}
