package io.aumbry.router.operation;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.operation.FakeNode.Fault;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A node client with nodes in memory. Its network delays follow the carrier's clock. */
final class FakeNodes implements NodeClient {
  private final ManualCarrier carrier;
  private final CountedBuffers buffers;
  private final RandomGenerator random;
  private final Map<NodeId, FakeNode> nodes = new HashMap<>();
  private final List<Sent> sent = new ArrayList<>();
  private int openContents;

  /** The node in the router's process, if any. */
  Optional<NodeId> own = Optional.empty();

  FakeNodes(ManualCarrier carrier, CountedBuffers buffers, RandomGenerator random) {
    this.carrier = carrier;
    this.buffers = buffers;
    this.random = random;
  }

  /** A request that was sent. */
  record Sent(NodeId node, NodeRequest request) {}

  FakeNode node(NodeId id) {
    return nodes.computeIfAbsent(id, absent -> new FakeNode());
  }

  List<Sent> sent() {
    return sent;
  }

  /** Answers with content that was neither read to its end nor closed nor cancelled. */
  int openContents() {
    return openContents;
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    sent.add(new Sent(node.id(), request));
    FakeNode fake = node(node.id());
    FakeCall call = new FakeCall(node, content.retain(), replies);
    if (fake.hasFault(Fault.DOWN, request)) {
      call.fail(ErrorCode.CONNECTION_LOST);
      return call;
    }
    carrier.schedule(context.deadline().remaining(carrier), () -> call.fail(ErrorCode.TIMED_OUT));
    if (!fake.hasFault(Fault.SILENT, request)) {
      carrier.schedule(fake.nextDelay(), () -> call.arrive(fake, request));
    }
    return call;
  }

  @Override
  public boolean isInProcess(StorageNode node) {
    return own.filter(node.id()::equals).isPresent();
  }

  @Override
  public void close() {
    throw new IllegalStateException("the router does not close what it was given");
  }

  private static byte[] bytesOf(Buffer buffer) {
    byte[] bytes = new byte[buffer.size()];
    buffer.view().get(bytes);
    return bytes;
  }

  /** A call, which ends exactly once. */
  private final class FakeCall implements NodeCall {
    private final StorageNode node;
    private final Body content;
    private final Mailbox<NodeReply> replies;
    private boolean ended;
    private Optional<FakeContent> answer = Optional.empty();

    FakeCall(StorageNode node, Body content, Mailbox<NodeReply> replies) {
      this.node = node;
      this.content = content;
      this.replies = replies;
    }

    @Override
    public StorageNode node() {
      return node;
    }

    @Override
    public void cancel() {
      end();
      answer.ifPresent(FakeContent::close);
    }

    private boolean end() {
      if (ended) {
        return false;
      }
      ended = true;
      content.close();
      return true;
    }

    void fail(ErrorCode code) {
      if (end()) {
        replies.post(new NodeReply.Failure(this, code, "as ordered"));
      }
    }

    void arrive(FakeNode fake, NodeRequest request) {
      if (ended) {
        return;
      }
      FakeNode.Answer given = fake.answer(request, content, carrier.wallMillis());
      if (fake.hasFault(Fault.MUTE, request)) {
        return;
      }
      FakeContent following = new FakeContent(bytesOf(given.content()), fake.breaksAfter);
      answer = Optional.of(following);
      end();
      replies.post(new NodeReply.Answer(this, given.response(), following));
    }
  }

  /** The content of an answer in slices of random size; breaks where ordered. */
  private final class FakeContent implements ByteSource {
    private final byte[] bytes;
    private final int breaksAt;
    private int at;
    private boolean over;

    FakeContent(byte[] bytes, int breaksAt) {
      this.bytes = bytes;
      this.breaksAt = breaksAt;
      if (bytes.length == 0) {
        over = true;
      } else {
        openContents++;
      }
    }

    @Override
    public Optional<Buffer> next() {
      if (over) {
        return Optional.empty();
      }
      if (at >= breaksAt) {
        close();
        throw new AumbryException(ErrorCode.CONNECTION_LOST, "broken as ordered");
      }
      int length = Math.min(1 + random.nextInt(50_000), Math.min(bytes.length, breaksAt) - at);
      Buffer slice = buffers.of(bytes, at, length);
      at += length;
      if (at == bytes.length) {
        close();
      }
      return Optional.of(slice);
    }

    @Override
    public void close() {
      if (!over) {
        over = true;
        openContents--;
      }
    }
  }
}
