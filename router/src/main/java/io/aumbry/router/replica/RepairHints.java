package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.policy.RepeatLimiter;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells replicas that they lack a blob that another replica returned. Excess hints are dropped, and
 * nothing depends on them.
 *
 * <p>Any thread may add hints. A single worker sends them in turn, on the carrier of the request
 * that started it, and ends when the queue is empty.
 */
final class RepairHints {
  private static final Logger LOG = LoggerFactory.getLogger(RepairHints.class);

  private static final Duration SPAN = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final NodeClient client;
  private final Time time;
  private final long youngMillis;
  private final int most;
  private final RepeatLimiter<Told> told;
  private final Queue<Job> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean working = new AtomicBoolean();
  private final Counter sent;
  private final Counter dropped;

  RepairHints(NodeClient client, RouterConfig.Tuning tuning, Time time, Metrics metrics) {
    this.client = client;
    this.time = time;
    this.youngMillis = tuning.hintAge().toMillis();
    this.most = tuning.hints();
    this.told = new RepeatLimiter<>(most, SPAN);
    this.sent =
        metrics.counter(
            "aumbry_router_hints_sent_total",
            "Repair hints sent: another replica had the blob. Investigate any");
    this.dropped =
        metrics.counter(
            "aumbry_router_hints_dropped_total",
            "Repair hints not sent because of their rate limit");
  }

  private record Told(NodeId node, BlobId id) {}

  private record Job(Replica replica, BlobId id, String requestId) {}

  /**
   * Returns at once. Only replicas in the data centre of {@code finder} get a hint, because another
   * one may be far behind, and leaders compare their data anyway.
   */
  void add(BlobId id, Replica finder, List<Replica> lacking, RequestContext context) {
    if (time.wallMillis() - id.createdMillis() < youngMillis) {
      return;
    }
    for (Replica replica : lacking) {
      if (replica.node().dataCenter() == finder.node().dataCenter()) {
        add(new Job(replica, id, context.requestId()), context.carrier());
      }
    }
  }

  private void add(Job job, Carrier carrier) {
    switch (told.take(new Told(job.replica().node().id(), job.id()), time.monotonicNanos())) {
      case DONE -> {}
      case TOO_MANY -> dropped.increment();
      case NOW -> enqueue(job, carrier);
    }
  }

  private void enqueue(Job job, Carrier carrier) {
    if (waiting.incrementAndGet() > most) {
      waiting.decrementAndGet();
      dropped.increment();
      return;
    }
    queue.add(job);
    startWorker(carrier);
  }

  private void startWorker(Carrier carrier) {
    if (working.compareAndSet(false, true)) {
      carrier.start("repair-hints", () -> work(carrier));
    }
  }

  private void work(Carrier carrier) {
    try {
      for (Job job = queue.poll(); job != null; job = queue.poll()) {
        waiting.decrementAndGet();
        tell(job, carrier);
      }
    } finally {
      working.set(false);
    }
    // Prevents lost wake-ups: an item added after the last poll may have seen this worker as
    // active.
    if (!queue.isEmpty()) {
      startWorker(carrier);
    }
  }

  private void tell(Job job, Carrier carrier) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext(job.requestId(), carrier, Deadline.after(PATIENCE, time));
    NodeRequest hint = new NodeRequest.Hint(job.id());
    client.send(job.replica().node(), hint, Body.empty(), context, replies);
    sent.increment();
    NodeReply reply = replies.take();
    if (reply instanceof NodeReply.Answer answer) {
      answer.content().close();
    }
    LOG.atDebug()
        .addKeyValue("node", job.replica().node().id())
        .addKeyValue("blob", job.id())
        .addKeyValue("request", job.requestId())
        .log("Sent a repair hint: {}", reply);
  }
}
