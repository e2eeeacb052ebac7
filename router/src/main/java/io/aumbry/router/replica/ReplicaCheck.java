package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.VerifyingSource;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.ReplicaStatus.Finding;
import io.aumbry.transport.node.NodeReply;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads the whole record of a blob from each replica and verifies it. It asks one replica at a
 * time, so that it needs memory for one record only.
 */
public final class ReplicaCheck {
  private final StorageNodes nodes;
  private final BlobId id;
  private final RequestContext context;

  public ReplicaCheck(StorageNodes nodes, BlobId id, RequestContext context) {
    this.nodes = nodes;
    this.id = id;
    this.context = context;
  }

  public ReplicaStatus check(Replica replica) {
    if (!replica.node().live()) {
      return new ReplicaStatus(
          replica,
          new ReplicaStatus.Unknown(ErrorCode.REPLICA_UNAVAILABLE, "the node is not live"));
    }
    Mailbox<NodeReply> replies = new Mailbox<>();
    StorageNodes.Call call =
        nodes.ask(
            replica,
            new NodeRequest.Get(id, new ByteRange.All(), true, true),
            context,
            replies,
            false);
    try {
      return new ReplicaStatus(replica, finding(replica, context.await(replies)));
    } finally {
      call.handle().cancel();
    }
  }

  private Finding finding(Replica replica, NodeReply reply) {
    return switch (reply) {
      case NodeReply.Failure(var _, ErrorCode code, String reason) -> {
        nodes.unanswered(replica, code, reason);
        yield new ReplicaStatus.Unknown(code, reason);
      }
      case NodeReply.Answer(var _, NodeResponse response, var content) -> {
        nodes.answered(replica, response);
        try (content) {
          yield finding(replica, response, content);
        }
      }
    };
  }

  private Finding finding(Replica replica, NodeResponse response, ByteSource content) {
    return switch (response) {
      case NodeResponse.Found found -> held(replica, found, content);
      case NodeResponse.Missing missing -> new ReplicaStatus.Absent(missing.absence());
      case NodeResponse.Failed(ErrorCode code, String reason) -> failed(replica, code, reason);
      case NodeResponse.Done _,
          NodeResponse.DeleteRecorded _,
          NodeResponse.Known _,
          NodeResponse.Stored _,
          NodeResponse.Pulled _,
          NodeResponse.Compared _,
          NodeResponse.Reported _,
          NodeResponse.Unsatisfiable _ ->
          failed(replica, ErrorCode.INTERNAL, "unexpected kind of answer");
    };
  }

  private Finding failed(Replica replica, ErrorCode code, String reason) {
    nodes.failed(replica, code, reason);
    return new ReplicaStatus.Unknown(code, reason);
  }

  private Finding held(Replica replica, NodeResponse.Found found, ByteSource content) {
    try (Buffer metadata = found.metadata()) {
      return new ReplicaStatus.Held(
          found.state(),
          BlobPropertiesCodec.decode(metadata.view()),
          found.contentSize(),
          checksum(found, content));
    } catch (AumbryException damaged) {
      context.requireClient();
      return failed(replica, damaged.code(), String.valueOf(damaged.getMessage()));
    }
  }

  private static int checksum(NodeResponse.Found found, ByteSource content) {
    ByteSource verified = VerifyingSource.of(content, found.checksums(), found.contentLength());
    CRC32C crc = new CRC32C();
    try (verified) {
      for (Optional<Buffer> next = verified.next(); next.isPresent(); next = verified.next()) {
        try (Buffer bytes = next.get()) {
          crc.update(bytes.view());
        }
      }
    }
    return (int) crc.getValue();
  }
}
