package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.replica.StorageNodes.Call;
import io.aumbry.transport.node.NodeReply;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Asks all replicas of a partition, in all data centres, for some of their living blobs, and merges
 * the answers. All must answer.
 */
public final class PageQuery {
  private final StorageNodes nodes;
  private final int partition;
  private final Compare.Living question;
  private final RequestContext context;
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final List<Call> active = new ArrayList<>();

  public PageQuery(
      StorageNodes nodes, int partition, Compare.Living question, RequestContext context) {
    this.nodes = nodes;
    this.partition = partition;
    this.question = question;
    this.context = context;
  }

  /**
   * Returns the union of all answers, up to the first uuid at which one of them ends.
   *
   * @throws AumbryException {@code QUORUM_NOT_REACHED} if a replica is unknown, the error of the
   *     first replica that fails, or {@code CORRUPT_TRANSFER}
   */
  public BlobPage await() {
    Compare request = new Compare(Compare.FRONTEND, partition, question);
    for (Replica replica : replicas()) {
      active.add(nodes.ask(replica, request, context, replies, false));
    }
    List<BlobPage> pages = new ArrayList<>();
    try {
      while (!active.isEmpty()) {
        pages.add(settle(replies.take()));
      }
    } finally {
      active.forEach(call -> call.handle().cancel());
    }
    return merge(pages);
  }

  /** All replicas that may have a blob; fails if the view lacks any. */
  private List<Replica> replicas() {
    ClusterView view = nodes.view();
    Partition found =
        view.partition(partition)
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.UNKNOWN_PARTITION, "Partition " + partition + " is unknown"));
    List<Replica> all = new ArrayList<>();
    for (DataCenter dataCenter : view.dataCenters()) {
      List<Replica> here =
          found.replicasIn(dataCenter.id()).stream()
              .filter(replica -> replica.state() != ReplicaState.DROPPED)
              .toList();
      if (here.isEmpty() || here.size() < found.replicasToHearIn(dataCenter.id())) {
        throw new AumbryException(
            ErrorCode.QUORUM_NOT_REACHED,
            "Only %d replicas of partition %d are known in data centre %s"
                .formatted(here.size(), partition, dataCenter.name()));
      }
      all.addAll(here);
    }
    return all;
  }

  private BlobPage settle(NodeReply reply) {
    Call call =
        active.stream()
            .filter(each -> each.handle().equals(reply.call()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("a second reply to a call"));
    active.remove(call);
    return switch (reply) {
      case NodeReply.Failure(var _, ErrorCode code, String reason) -> {
        nodes.unanswered(call.replica(), code, reason);
        throw failed(call.replica(), code, reason);
      }
      case NodeReply.Answer(var _, NodeResponse response, var content) -> {
        try (content) {
          nodes.answered(call.replica(), response);
          yield page(call.replica(), response, content);
        }
      }
    };
  }

  private BlobPage page(Replica replica, NodeResponse response, ByteSource content) {
    return switch (response) {
      case NodeResponse.Compared compared when compared.length() <= maxBytes() -> {
        try (Body body = Body.readFully(content)) {
          yield BlobPage.read(ByteBuffer.wrap(body.toByteArray()), question);
        }
      }
      case NodeResponse.Failed(ErrorCode code, String reason) -> {
        nodes.failed(replica, code, reason);
        throw failed(replica, code, reason);
      }
      case NodeResponse.Compared _,
          NodeResponse.Known _,
          NodeResponse.Missing _,
          NodeResponse.Done _,
          NodeResponse.DeleteRecorded _,
          NodeResponse.Stored _,
          NodeResponse.Found _,
          NodeResponse.Pulled _,
          NodeResponse.Reported _,
          NodeResponse.Unsatisfiable _ ->
          throw failed(replica, ErrorCode.CORRUPT_TRANSFER, "unexpected answer");
    };
  }

  /** A page exceeds its limit only by ids with the same uuid, which nobody creates by chance. */
  private static long maxBytes() {
    return BlobPage.size(2 * BlobPage.MAX_IDS);
  }

  private AumbryException failed(Replica replica, ErrorCode code, String reason) {
    return new AumbryException(
        code,
        "Replica %s of partition %d does not list its blobs: %s"
            .formatted(replica.node().id(), partition, reason));
  }

  private BlobPage merge(List<BlobPage> pages) {
    UUID upTo = question.range().upTo();
    for (BlobPage page : pages) {
      upTo = IdRange.compare(page.upTo(), upTo) < 0 ? page.upTo() : upTo;
    }
    IdRange covered = question.range().endingWith(upTo);
    NavigableSet<BlobId> ids = new TreeSet<>();
    for (BlobPage page : pages) {
      page.ids().stream().filter(id -> covered.contains(id.uuid())).forEach(ids::add);
    }
    return new BlobPage(List.copyOf(ids), upTo);
  }
}
