package io.aumbry.deploy.bench.network;

import io.aumbry.deploy.bench.load.CallerPhase;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** What one caller does: asks the nodes for its keys and reads each answer to its end. */
final class GetTurns implements CallerPhase.Turns {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String REQUEST_ID = "0123456789abcdef";

  /**
   * Who asks, and how.
   *
   * @param number of the caller: each begins with another node
   */
  record Asker(NodeClient client, Carrier carrier, Setting.Asking asking, int number) {}

  private final Asker asker;
  private final Load load;
  private final List<StorageNode> nodes;
  private final LongAdder failures;
  private final NodeRequest request;
  private long verified;

  GetTurns(Asker asker, Load load, List<StorageNode> nodes, LongAdder failures) {
    this.asker = asker;
    this.load = load;
    this.nodes = nodes;
    this.failures = failures;
    this.request = Answers.read(load.size());
  }

  @Override
  public long take(long n) {
    long first = asker.number() + n * load.keys();
    return switch (asker.asking()) {
      case AT_ONCE -> get(first, load.keys());
      case ONE_BY_ONE -> {
        long bytes = 0;
        for (int key = 0; key < load.keys(); key++) {
          bytes += get(first + key, 1);
        }
        yield bytes;
      }
    };
  }

  /** Sends all, then takes the answers as they come. */
  private long get(long first, int keys) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext(
            REQUEST_ID, asker.carrier(), Deadline.after(PATIENCE, asker.carrier().time()));
    for (int key = 0; key < keys; key++) {
      StorageNode node = nodes.get((int) ((first + key) % nodes.size()));
      asker.client().send(node, request, Body.empty(), context, replies);
    }
    long bytes = 0;
    for (int key = 0; key < keys; key++) {
      bytes += read(replies.take(context.deadline(), asker.carrier()));
    }
    verified += bytes;
    return bytes;
  }

  private long read(Optional<NodeReply> reply) {
    if (reply.isPresent() && reply.get() instanceof NodeReply.Answer answer) {
      try {
        return drained(answer.content());
      } catch (AumbryException e) {
        failures.increment();
        return 0;
      }
    }
    failures.increment();
    return 0;
  }

  private long drained(ByteSource content) {
    long bytes = 0;
    for (Optional<Buffer> next = content.next(); next.isPresent(); next = content.next()) {
      try (Buffer piece = next.get()) {
        bytes += piece.size();
      }
    }
    if (bytes != load.size()) {
      throw new IllegalStateException(bytes + " bytes came of " + load.size());
    }
    return bytes;
  }

  @Override
  public void rest() {}

  @Override
  public long verified() {
    return verified;
  }

  @Override
  public void close() {}
}
