package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.stream.Breakage;
import io.aumbry.transport.stream.InboundStream;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call and what has come of it. Begun and cancelled by the caller, answered on the loop of the
 * connection it was given to; whoever is first to reply wins.
 */
final class OutgoingCall implements NodeCall, InboundStream.Origin {
  /** Where a call is: waiting for a connection, or on one. From any thread. */
  interface Route {
    /** Nobody wants the answer of {@code call} any more. */
    void cancel(OutgoingCall call);

    /** So many bytes of its answer were read. */
    void consumed(OutgoingCall call, int bytes);
  }

  /**
   * How the answers of one connection are taken in.
   *
   * @param copies where small pieces are copied to
   * @param unread counts what waits for its reader
   * @param reportEvery so many bytes read are reported at the latest
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

  /** Whether the stream is closed, and so all flow control over. */
  private volatile boolean closed;

  /** The loop's from here on. */
  private final HeaderAssembly assembly = new HeaderAssembly();

  private @Nullable InboundStream answer;
  private int expected;
  private int received;
  private int unread;

  /** Bytes received, and when, as of the last look of {@link #expire}. */
  private int seen = -1;

  private long lastCame;
  private int streamId;
  private int sized;

  /**
   * Takes over {@code content}.
   *
   * @param context of the request for which the node is called
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

  /** The header, for sending; only once. */
  ByteBuffer header() {
    return header;
  }

  /** Bytes that are to be sent. */
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

  /** Who will see to it; before it is given there. */
  void assign(Route to) {
    route = to;
  }

  /** The content, for sending; only once. Empty when it was given back already. */
  Body takeContent() {
    return contentTaken.compareAndSet(false, true) ? content : Body.empty();
  }

  @Override
  public void cancel() {
    cancelled = true;
    Route at = route;
    if (at != null) {
      at.cancel(this);
    }
  }

  /** There will be no answer, or no more of it. From any thread as long as there is no answer. */
  void fail(ErrorCode code, String reason) {
    takeContent().close();
    InboundStream begun = answer;
    if (replied.compareAndSet(false, true)) {
      replies.post(new NodeReply.Failure(this, code, reason));
    } else if (begun != null) {
      begun.fail(new Breakage(code, reason));
    }
  }

  /** Loop: nobody wants the answer any more. */
  void dropAnswer() {
    takeContent().close();
    replied.set(true);
    if (answer != null) {
      answer.close();
    }
  }

  /**
   * Loop: more of the answer.
   *
   * @return how many of the bytes are done with
   * @throws AumbryException when it cannot be understood
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
      failIf(end, "Answer ended in its header");
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

  /** Loop: whether all of the answer has come. */
  boolean isComplete() {
    return answer != null && answer.isComplete();
  }

  /**
   * Loop: fails what has taken too long. An answer that has come whole has not failed; but a node
   * that does not end its stream then has to be told to.
   *
   * @return whether its stream is to be reset
   */
  boolean expire(long now, long stall) {
    if (!replied.get() && deadline - now <= 0) {
      fail(ErrorCode.TIMED_OUT, "No answer of " + node.id() + " before the deadline");
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
        ErrorCode.TIMED_OUT, "The content of the answer of " + node.id() + " stands still");
    return true;
  }

  /** Loop: when to look again whether it has taken too long. */
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

  /** What its connection counts for it. */
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

  /** Loop: bytes that have come and are not yet read. */
  int unread() {
    return unread;
  }

  /** Loop: the reader took so many bytes. */
  void read(int bytes) {
    unread -= bytes;
  }

  @Override
  public void wanted() {
    // what is asked for is on its way
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
