package io.aumbry.server.reap;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.VerifyingSource;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.transport.node.NodeReply;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the pages of manifests from the nodes that have them. One thread. */
final class Pages {
  private static final Duration TIME = Duration.ofSeconds(10);

  private final NodeEnvironment environment;
  private final AllReplicas replicas;

  Pages(NodeEnvironment environment, AllReplicas replicas) {
    this.environment = environment;
    this.replicas = replicas;
  }

  /** The answer of one replica. */
  private sealed interface Answer {
    record Stored(Manifest.OfChunks page) implements Answer {}

    record Deleted() implements Answer {}

    record Unsure(String why) implements Answer {}
  }

  /**
   * The chunks of a page; empty if the page is finally deleted. It is, too, if every replica has
   * forgotten it: a page is stored before the manifest that names it.
   *
   * @throws AumbryException when that cannot be found out; as {@link AllReplicas#requireUnknown}
   */
  Optional<Manifest.OfChunks> read(Manifest.Page page) {
    String reasons = "";
    for (Replica replica : replicas(page)) {
      switch (ask(replica, page)) {
        case Answer.Stored(Manifest.OfChunks chunks) -> {
          return Optional.of(chunks);
        }
        case Answer.Deleted() -> {
          return Optional.empty();
        }
        case Answer.Unsure(String why) -> reasons += "; " + replica.node().id() + ": " + why;
      }
    }
    try {
      replicas.requireUnknown(page.id());
    } catch (AumbryException e) {
      throw new AumbryException(e.code(), "Page " + e.getMessage() + reasons, e);
    }
    return Optional.empty();
  }

  /** Those of this data centre first. */
  private List<Replica> replicas(Manifest.Page page) {
    ClusterView view = environment.views().current();
    Partition partition =
        view.partition(page.id().partition())
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.UNKNOWN_PARTITION, "The view has no partition of " + page.id()));
    List<Replica> here = partition.replicasIn(view.local().id());
    List<Replica> all = new ArrayList<>(here);
    partition.replicas().stream().filter(replica -> !here.contains(replica)).forEach(all::add);
    return all;
  }

  private Answer ask(Replica replica, Manifest.Page page) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    // A page is deleted for ever or not at all.
    var request = new NodeRequest.Get(page.id(), new ByteRange.All(), false, true);
    environment
        .client()
        .send(replica.node(), request, Body.empty(), environment.context("reap", TIME), replies);
    return switch (replies.take()) {
      case NodeReply.Failure(var _, var code, String reason) ->
          new Answer.Unsure(code + " " + reason);
      case NodeReply.Answer(var _, NodeResponse response, ByteSource content) ->
          answer(page, response, content);
    };
  }

  private static Answer answer(Manifest.Page page, NodeResponse response, ByteSource content) {
    if (response instanceof NodeResponse.Found found) {
      found.metadata().close();
      return stored(page, found, content);
    }
    content.close();
    return response instanceof NodeResponse.Missing(Absence absence, int life)
            && absence == Absence.DELETED
            && life == BlobState.FINAL_LIFE
        ? new Answer.Deleted()
        : new Answer.Unsure(response.toString());
  }

  private static Answer stored(Manifest.Page page, NodeResponse.Found found, ByteSource content) {
    try (content;
        ByteSource verified =
            VerifyingSource.of(content, found.checksums(), found.contentLength());
        Body body = Body.readFully(verified)) {
      return new Answer.Stored(page.decode(ByteBuffer.wrap(body.toByteArray())));
    } catch (AumbryException damaged) {
      return new Answer.Unsure(String.valueOf(damaged.getMessage()));
    }
  }
}
