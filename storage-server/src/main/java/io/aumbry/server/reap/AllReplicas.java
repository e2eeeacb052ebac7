package io.aumbry.server.reap;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Failed;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicaSafety;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Makes sure that no replica has a record, or that none lets it be undeleted, by asking all of
 * them. Any doubt means that one may. One thread.
 */
final class AllReplicas {
  private static final Duration TIME = Duration.ofSeconds(10);

  private final NodeId self;
  private final int copies;
  private final NodeEnvironment environment;

  AllReplicas(NodeId self, int copies, NodeEnvironment environment) {
    this.self = self;
    this.copies = copies;
    this.environment = environment;
  }

  /**
   * Requires each other replica, of any data centre, to say that it does not know a manifest that
   * {@code replica} does not know.
   *
   * @throws AumbryException {@link ErrorCode#PRECONDITION_FAILED} when one says otherwise; another
   *     code when one does not answer, which counts more
   */
  void requireUnknown(HostedReplica replica, BlobId manifest) {
    ClusterView view = environment.views().current();
    require(view, others(view, replica, manifest), manifest, AllReplicas::isUnknown);
  }

  /**
   * Requires each other replica, of any data centre, to say that no undelete can bring a manifest
   * back, each by its own clock and settings.
   *
   * @throws AumbryException as {@link #requireUnknown(HostedReplica, BlobId)}
   */
  void requireOver(HostedReplica replica, BlobId manifest) {
    ClusterView view = environment.views().current();
    require(view, others(view, replica, manifest), manifest, AllReplicas::isOver);
  }

  private List<NodeId> others(ClusterView view, HostedReplica replica, BlobId id) {
    return ReplicaSafety.allOthers(view, replica.partition(), self, copies)
        .orElseThrow(() -> unsure(id, "the view does not list all replicas"));
  }

  /**
   * Requires each replica, of any data centre, to say that it does not know a record.
   *
   * @throws AumbryException as {@link #requireUnknown(HostedReplica, BlobId)}
   */
  void requireUnknown(BlobId id) {
    ClusterView view = environment.views().current();
    List<NodeId> all =
        ReplicaSafety.all(view, id.partition(), copies)
            .orElseThrow(() -> unsure(id, "the view does not list all replicas"));
    require(view, all, id, AllReplicas::isUnknown);
  }

  private void require(
      ClusterView view, List<NodeId> replicas, BlobId id, Predicate<NodeResponse> statement) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    List<StorageNode> nodes =
        replicas.stream()
            .map(
                each -> view.node(each).orElseThrow(() -> unsure(id, each + " is not in the view")))
            .toList();
    for (StorageNode node : nodes) {
      environment
          .client()
          .send(
              node,
              new NodeRequest.Look(id),
              Body.empty(),
              environment.context("reap", TIME),
              replies);
    }
    List<NodeReply> heard = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      heard.add(replies.take());
    }
    Map<NodeId, NodeResponse> answers = new LinkedHashMap<>();
    heard.forEach(reply -> answers.put(reply.call().node().id(), answer(reply)));
    answers.forEach((node, answer) -> requireAnswer(id, node, answer));
    answers.forEach((node, answer) -> {
      if (!statement.test(answer)) {
        throw needed(ErrorCode.PRECONDITION_FAILED, id, node + ": " + answer);
      }
    });
  }

  private static NodeResponse answer(NodeReply reply) {
    return switch (reply) {
      case NodeReply.Failure(var _, var code, String reason) -> new Failed(code, reason);
      case NodeReply.Answer(var _, NodeResponse response, var content) -> {
        content.close();
        yield response;
      }
    };
  }

  private static void requireAnswer(BlobId id, NodeId node, NodeResponse answer) {
    if (answer instanceof Failed(var code, String reason)) {
      throw needed(code, id, node + ": " + code + " " + reason);
    }
  }

  private static boolean isUnknown(NodeResponse response) {
    return response instanceof NodeResponse.Missing(Absence absence, int _)
        && absence == Absence.NOT_FOUND;
  }

  private static boolean isOver(NodeResponse response) {
    return isUnknown(response) || (response instanceof NodeResponse.Known known && known.over());
  }

  private static AumbryException unsure(BlobId id, String why) {
    return needed(ErrorCode.REPLICA_UNAVAILABLE, id, why);
  }

  private static AumbryException needed(ErrorCode code, BlobId id, String why) {
    return new AumbryException(code, id + " may be needed: " + why);
  }
}
