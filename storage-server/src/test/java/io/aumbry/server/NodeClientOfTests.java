package io.aumbry.server;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeReply;
import java.util.random.RandomGenerator;

/** Sends requests to nodes as a frontend does. */
public record NodeClientOfTests(Wires wires, HandViews views) {
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);
  static final long CREATED = 1_800_000_000_000L;

  /** A response with its content. */
  public record Answered(NodeResponse response, Body body) {
    public byte[] content() {
      return body.toByteArray();
    }
  }

  public static BlobId id(int partition, RandomGenerator random) {
    return madeAt(CREATED, partition, random);
  }

  public static BlobId madeAt(long millis, int partition, RandomGenerator random) {
    return BlobId.create(OWNER, BlobKind.SIMPLE, partition, millis, random);
  }

  public static NodeRequest.Put put(BlobId id, byte[] content) {
    return new NodeRequest.Put(
        id,
        CREATED,
        Expiry.NEVER,
        HeapBuffer.copyOf(new byte[] {1, 2, 3}),
        content.length,
        BlockChecksums.of(Body.of(HeapBuffer.copyOf(content))));
  }

  public static NodeRequest.Get get(BlobId id) {
    return new NodeRequest.Get(id, new ByteRange.All(), false, false, 0, true);
  }

  public static NodeRequest.Delete delete(BlobId id) {
    return new NodeRequest.Delete(id, CREATED + 1);
  }

  public Answered ask(NodeId node, NodeRequest request, byte[] content) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    wires
        .client()
        .send(
            views.current().node(node).orElseThrow(),
            request,
            Body.of(HeapBuffer.copyOf(content)),
            new RequestContext(
                "test", wires.carrier(), Deadline.after(Patience.LIMIT, wires.carrier().time())),
            replies);
    return switch (replies.take()) {
      case NodeReply.Failure failure -> throw new AssertionError(failure.toString());
      case NodeReply.Answer answer -> {
        try (var source = answer.content();
            Body body = Body.readFully(source)) {
          yield new Answered(answer.response(), Body.of(HeapBuffer.copyOf(body.toByteArray())));
        }
      }
    };
  }

  public NodeResponse put(NodeId node, BlobId id, byte[] content) {
    return ask(node, put(id, content), content).response();
  }

  public Answered get(NodeId node, BlobId id) {
    return ask(node, get(id), new byte[0]);
  }

  public NodeResponse delete(NodeId node, BlobId id) {
    return ask(node, delete(id), new byte[0]).response();
  }
}
