package io.aumbry.server.reap;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deletes records for ever, each by a write quorum of this data centre; replication takes the
 * deletes to all others. A replica that does not know a record stores its delete all the same. One
 * thread.
 */
final class FinalDeletes {
  private static final Duration TIME = Duration.ofSeconds(10);

  /** Deletes under way. */
  private static final int WINDOW = 16;

  private final NodeId self;
  private final NodeEnvironment environment;
  private final int writeQuorum;
  private final Deque<Delete> underway = new ArrayDeque<>();

  FinalDeletes(NodeId self, NodeEnvironment environment, int writeQuorum) {
    this.self = self;
    this.environment = environment;
    this.writeQuorum = writeQuorum;
  }

  /** A delete that was sent to {@code asked} replicas, of which {@code needed} must do it. */
  private record Delete(BlobId id, int asked, int needed, Mailbox<NodeReply> replies) {}

  /**
   * Returns when all are deleted.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} when one is not
   */
  void delete(List<BlobId> ids) {
    try {
      for (BlobId id : ids) {
        if (underway.size() == WINDOW) {
          await(underway.removeFirst());
        }
        underway.add(send(id, BlobState.FINAL_LIFE, replicas(id)));
      }
      while (!underway.isEmpty()) {
        await(underway.removeFirst());
      }
    } finally {
      underway.forEach(delete -> discardLater(delete.replies()));
      underway.clear();
    }
  }

  /**
   * Deletes a manifest in a life that no undelete can follow, on this node last. This node's clock
   * has chosen the manifest, so this node's store proves nothing. Replication would carry a delete
   * that it alone has accepted to all others, which then cannot refuse it.
   *
   * @param life {@link BlobState#IRREVOCABLE_LIFE} or {@link BlobState#FINAL_LIFE}
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} when it is not deleted
   */
  void deleteHereLast(BlobId manifest, int life) {
    Replicas replicas = replicas(manifest);
    Predicate<Replica> isHere = replica -> replica.node().id().equals(self);
    List<Replica> others = replicas.all.stream().filter(isHere.negate()).toList();
    List<Replica> here = replicas.all.stream().filter(isHere).toList();
    await(send(manifest, life, new Replicas(others, replicas.needed - here.size())));
    await(send(manifest, life, new Replicas(here, here.size())));
  }

  /** Replicas that take a delete, and how many of them must do it. */
  private record Replicas(List<Replica> all, int needed) {}

  private Replicas replicas(BlobId id) {
    ClusterView view = environment.views().current();
    int here = view.local().id();
    Partition partition =
        view.partition(id.partition())
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.UNKNOWN_PARTITION, "The view has no partition of " + id));
    return new Replicas(partition.writableIn(here), partition.writeQuorumIn(here, writeQuorum));
  }

  private Delete send(BlobId id, int life, Replicas replicas) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context = environment.context("reap", TIME);
    var request = new NodeRequest.Delete(id, environment.carrier().time().wallMillis(), life);
    for (Replica replica : replicas.all) {
      environment.client().send(replica.node(), request, Body.empty(), context, replies);
    }
    return new Delete(id, replicas.all.size(), replicas.needed, replies);
  }

  private static void discardLater(Mailbox<NodeReply> replies) {
    replies.pollOnPost(() -> discardArrived(replies));
  }

  private static void discardArrived(Mailbox<NodeReply> replies) {
    Optional<NodeReply> late = replies.poll();
    while (late.isPresent()) {
      if (late.get() instanceof NodeReply.Answer answer) {
        answer.content().close();
      }
      late = replies.poll();
    }
  }

  private static void await(Delete delete) {
    int done = 0;
    String refusals = "";
    for (int heard = 0; heard < delete.asked() && done < delete.needed(); heard++) {
      switch (delete.replies().take()) {
        case NodeReply.Failure(var call, var code, String reason) ->
            refusals += "; " + call.node().id() + ": " + code + " " + reason;
        case NodeReply.Answer(var call, NodeResponse response, var content) -> {
          content.close();
          boolean isDone =
              response instanceof NodeResponse.Done
                  || response instanceof NodeResponse.DeleteRecorded;
          done += isDone ? 1 : 0;
          refusals += isDone ? "" : "; " + call.node().id() + ": " + response;
        }
      }
    }
    discardLater(delete.replies());
    if (done < delete.needed()) {
      throw new AumbryException(
          ErrorCode.QUORUM_NOT_REACHED,
          "%d of %d replicas deleted %s%s".formatted(done, delete.needed(), delete.id(), refusals));
    }
  }
}
