package io.aumbry.router.replica;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ContainerReports.Recipient;
import io.aumbry.router.replica.StorageNodes.Call;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeReply;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Asks one replica of each partition for the usage of its containers, and the next one if that does
 * not answer. It asks a limited number of partitions at once.
 */
public final class UsageQuery {
  /** Bounds the memory for pages, of 96 KiB at most. */
  private static final int AT_ONCE = 64;

  private final StorageNodes nodes;
  private final RequestContext context;
  private final Recipient found;
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final Map<NodeCall, Asked> active = new HashMap<>();
  private final List<Integer> missing = new ArrayList<>();

  /** A partition with the pages of the replica that answers. */
  private static final class Asked {
    final Partition partition;
    final Deque<Replica> left;
    final List<ContainerUsage> containers = new ArrayList<>();
    UsagePage.From after = UsagePage.From.START;

    Asked(Partition partition, Deque<Replica> left) {
      this.partition = partition;
      this.left = left;
    }

    /** The pages of one replica do not continue those of another. */
    void giveUpReplica() {
      left.removeFirst();
      containers.clear();
      after = UsagePage.From.START;
    }
  }

  public UsageQuery(StorageNodes nodes, Recipient found, RequestContext context) {
    this.nodes = nodes;
    this.found = found;
    this.context = context;
  }

  /** Returns the partitions that did not answer, ascending. */
  public List<Integer> await() {
    Iterator<Partition> waiting =
        nodes.view().partitions().stream()
            .sorted(Comparator.comparingInt(Partition::id))
            .iterator();
    try {
      while (waiting.hasNext() || !active.isEmpty()) {
        while (waiting.hasNext() && active.size() < AT_ONCE) {
          Partition next = waiting.next();
          ask(new Asked(next, inOrder(next)));
        }
        if (!active.isEmpty()) {
          settle(context.await(replies));
        }
      }
    } finally {
      active.keySet().forEach(NodeCall::cancel);
    }
    return missing.stream().sorted().toList();
  }

  /** Leaders first, because they are the first to get records of other data centres; then local. */
  private Deque<Replica> inOrder(Partition partition) {
    return partition.replicas().stream()
        .filter(Replica::isReadable)
        .sorted(
            Comparator.comparing((Replica replica) -> nodes.isSuspect(replica))
                .thenComparing(replica -> !nodes.isLocal(replica))
                .thenComparing(replica -> replica.state() != ReplicaState.LEADER))
        .collect(Collectors.toCollection(ArrayDeque::new));
  }

  private void ask(Asked asked) {
    if (asked.left.isEmpty()) {
      missing.add(asked.partition.id());
      return;
    }
    Compare question =
        new Compare(
            Compare.FRONTEND,
            asked.partition.id(),
            new Compare.Usage(asked.after, UsagePage.MAX_CONTAINERS));
    Call call = nodes.ask(asked.left.getFirst(), question, context, replies, false);
    active.put(call.handle(), asked);
  }

  private void settle(NodeReply reply) {
    Asked asked =
        Optional.ofNullable(active.remove(reply.call()))
            .orElseThrow(() -> new IllegalStateException("a second reply to a call"));
    Optional<UsagePage> page = page(asked, reply);
    if (page.isEmpty()) {
      asked.giveUpReplica();
      ask(asked);
      return;
    }
    asked.containers.addAll(page.get().containers());
    if (page.get().isLast()) {
      found.add(asked.partition, asked.containers);
    } else {
      asked.after = page.get().next();
      ask(asked);
    }
  }

  private Optional<UsagePage> page(Asked asked, NodeReply reply) {
    Replica replica = asked.left.getFirst();
    return switch (reply) {
      case NodeReply.Failure(var _, ErrorCode code, String reason) -> {
        nodes.unanswered(replica, code, reason);
        yield Optional.empty();
      }
      case NodeReply.Answer(var _, NodeResponse response, var content) -> {
        try (content) {
          nodes.answered(replica, response);
          yield page(asked, response, content);
        }
      }
    };
  }

  private Optional<UsagePage> page(Asked asked, NodeResponse response, ByteSource content) {
    Replica replica = asked.left.getFirst();
    if (response instanceof NodeResponse.Compared compared
        && compared.length() <= UsagePage.size(UsagePage.MAX_CONTAINERS)) {
      try (Body body = Body.readFully(content)) {
        return Optional.of(UsagePage.read(ByteBuffer.wrap(body.toByteArray()), asked.after));
      } catch (AumbryException e) {
        context.requireClient();
        nodes.failed(replica, e.code(), String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }
    if (response instanceof NodeResponse.Failed(ErrorCode code, String reason)) {
      nodes.failed(replica, code, reason);
    } else {
      nodes.failed(replica, ErrorCode.CORRUPT_TRANSFER, "unexpected answer");
    }
    return Optional.empty();
  }
}
