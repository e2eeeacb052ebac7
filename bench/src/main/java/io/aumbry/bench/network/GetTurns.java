package io.aumbry.bench.network;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.network.row.ConnectionSetup;
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

/** The calls of one caller: reads keys from the nodes, each answer to its end. */
final class GetTurns implements CallerPhase.Turns {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String REQUEST_ID = "0123456789abcdef";

  /**
   * A caller.
   *
   * @param number of the caller; each starts with another node
   */
  record Asker(NodeClient client, Carrier carrier, ConnectionSetup.Asking asking, int number) {}

  /**
   * The requests of a caller.
   *
   * @param size of each content in bytes
   * @param keys at a time
   * @param every interval between the starts of two operations; 0 for no pause
   * @param apart offset between the first operations of a caller and the next
   */
  record Work(int size, int keys, Duration every, Duration apart) {}

  private final Asker asker;
  private final Work work;
  private final List<StorageNode> nodes;
  private final LongAdder failures;
  private final NodeRequest request;
  private final long began;
  private long verified;
  private long taken;

  GetTurns(Asker asker, Work work, List<StorageNode> nodes, LongAdder failures) {
    this.asker = asker;
    this.work = work;
    this.nodes = nodes;
    this.failures = failures;
    this.request = MemoryNode.read(work.size());
    this.began = asker.carrier().time().monotonicNanos() + asker.number() * work.apart().toNanos();
  }

  @Override
  public long take(long n) {
    long first = asker.number() + n * work.keys();
    return switch (asker.asking()) {
      case AT_ONCE -> get(first, work.keys());
      case ONE_BY_ONE -> {
        long bytes = 0;
        for (int key = 0; key < work.keys(); key++) {
          bytes += get(first + key, 1);
        }
        yield bytes;
      }
    };
  }

  /** Sends all requests, then takes the answers in order of arrival. */
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
    if (bytes != work.size()) {
      throw new IllegalStateException("got " + bytes + " of " + work.size() + " bytes");
    }
    return bytes;
  }

  /** Waits for the next start. If it has passed, returns at once to catch up. */
  @Override
  public void rest() {
    taken++;
    if (!work.every().isZero()) {
      Deadline next = new Deadline(began + taken * work.every().toNanos());
      var _ = new Mailbox<Boolean>().take(next, asker.carrier());
    }
  }

  @Override
  public long verified() {
    return verified;
  }

  @Override
  public void close() {}
}
