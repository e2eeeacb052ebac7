package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.flow.BodyCutter;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Copies intervals of records from one peer, as {@link CopyPlan} chose them. A request combines
 * intervals of many replicas, so that a far peer is not asked once for each. A near peer sends the
 * next answer while this node appends the last one. For one use.
 */
final class RecordCopy {
  private static final int MOST_INTERVALS = 1_000;

  /** After these times, the rest from a near peer waits for the next summaries. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final Duration LONGEST_BULK = Duration.ofSeconds(2);

  private final StorageNode node;
  private final PeerLink link;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Cooldown cooldown;
  private final Deque<Want> wanted = new ArrayDeque<>();
  private final Deque<Asked> underWay = new ArrayDeque<>();

  /** Most answers that are requested or in memory. */
  private int slots;

  RecordCopy(
      StorageNode node, PeerLink link, PullerContext context, PeerCalls calls, Cooldown cooldown) {
    this.node = node;
    this.link = link;
    this.context = context;
    this.calls = calls;
    this.cooldown = cooldown;
    this.slots = link.slots();
  }

  private record Want(HostedReplica replica, Source source, Interval interval) {
    Pull.From point() {
      int most = Math.clamp(interval.bytes(), 1, Integer.MAX_VALUE);
      long opened = source.opening().millis();
      return new Pull.From(replica.partition(), source.store(), interval.after(), opened, most)
          .withAgreed(replica.progress().recency().agreedMillis());
    }

    boolean followsToken(NodeId peer) {
      return interval.after() <= replica.progress().of(peer).token().last();
    }

    /** An answer without space for the records ends where the interval begins. */
    boolean isAnsweredBy(Batch batch) {
      return batch.partition() == replica.partition()
          && batch.store().equals(source.store())
          && batch.source().opening().millis() == source.opening().millis()
          && (batch.last() > interval.after()
              || (batch.last() == interval.after() && batch.length() == 0));
    }
  }

  private record Answered(Want want, Batch batch) {
    boolean hasMoved() {
      return batch.last() > want.interval().after();
    }

    /** A peer that has dropped records of the interval sends others after it. */
    long last() {
      return Math.min(batch.last(), want.interval().last());
    }

    Optional<Want> rest() {
      return want.interval()
          .rest(last(), batch.length())
          .map(rest -> new Want(want.replica(), want.source(), rest));
    }
  }

  /**
   * A request in progress.
   *
   * @param isAhead sent while another one was in progress
   */
  private record Asked(List<Want> wants, long bytes, PeerCalls.Asked call, boolean isAhead) {}

  /** Adds intervals of the store that {@code source} names. */
  void add(HostedReplica replica, Source source, List<Interval> intervals) {
    intervals.forEach(interval -> wanted.add(new Want(replica, source, interval)));
  }

  /**
   * Copies and appends all records. Replicas whose records fail get a cooldown.
   *
   * @throws AumbryException if the peer does not answer
   */
  void run() {
    boolean isBulk = wanted.stream().anyMatch(want -> want.interval().isBulk());
    Deadline end = Deadline.after(isBulk ? LONGEST_BULK : LONGEST, time());
    try {
      ask(end, slots);
      while (!underWay.isEmpty() && !calls.isStopped()) {
        receive(underWay.removeFirst(), end);
        ask(end, slots);
      }
    } finally {
      giveUp();
    }
  }

  private void ask(Deadline end, int most) {
    boolean isLate = link.distance() == Distance.NEAR && end.hasPassed(time());
    if (isLate || calls.isStopped()) {
      wanted.clear();
    }
    while (!wanted.isEmpty() && underWay.size() < most) {
      List<Want> wants = next();
      long bytes = wants.stream().mapToLong(want -> want.interval().expected(link.room())).sum();
      link.await(bytes, calls);
      List<Pull.From> points = wants.stream().map(Want::point).toList();
      Pull.Form form = wants.getFirst().interval().form();
      Pull pull = new Pull(context.self().name(), points, form, link.room(), 0);
      long before = underWay.stream().mapToLong(Asked::bytes).sum();
      PeerCalls.Asked call = calls.ask(node, pull, link.patience(before + bytes));
      underWay.add(new Asked(wants, bytes, call, !underWay.isEmpty()));
    }
  }

  private List<Want> next() {
    List<Want> next = new ArrayList<>();
    long bytes = 0;
    while (!wanted.isEmpty()
        && next.size() < MOST_INTERVALS
        && (next.isEmpty() || bytes + wanted.getFirst().interval().bytes() <= link.room())) {
      Want want = wanted.removeFirst();
      bytes += want.interval().bytes();
      next.add(want);
    }
    return next;
  }

  private void receive(Asked asked, Deadline end) {
    try (PeerAnswer<Pulled> answer = asked.call().answer()) {
      link.came(answer.content().size(), asked.bytes());
      List<Answered> answered = match(asked.wants(), answer.response());
      ask(end, slots - 1);
      append(answered, answer.content());
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.OVERLOADED && asked.isAhead()) {
        slots = 1;
        link.didNotCome(asked.bytes());
        asked.wants().reversed().forEach(wanted::addFirst);
      } else {
        avoidBulk(asked.wants().getFirst(), "did not arrive");
        throw e;
      }
    }
  }

  /**
   * Finds the batch of each interval, and queues again the parts that had no space in the answer.
   * Batches arrive in the order of the request, without unreadable ones.
   */
  private List<Answered> match(List<Want> wants, Pulled answer) {
    Deque<Batch> batches = new ArrayDeque<>(answer.batches());
    List<Answered> answered = new ArrayList<>();
    for (Want want : wants) {
      Optional<Batch> batch = Optional.ofNullable(batches.peek()).filter(want::isAnsweredBy);
      if (batch.isPresent()) {
        answered.add(new Answered(want, batches.remove()));
      } else {
        String why = "The peer cannot read its records " + want.interval();
        fail(want, new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, why));
      }
    }
    answered.reversed().forEach(each -> each.rest().ifPresent(wanted::addFirst));
    if (answered.size() == wants.size() && answered.stream().noneMatch(Answered::hasMoved)) {
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE, node.id() + " sent none of the requested records");
    }
    return answered;
  }

  private void append(List<Answered> answered, Body content) {
    BodyCutter cutter = new BodyCutter(content);
    for (Answered each : answered) {
      try (Body records = cutter.next(each.batch().length())) {
        if (each.hasMoved()) {
          append(each, records);
        }
      }
    }
  }

  /** Moves the token for a bulk copy only. For other records, it moves with their summaries. */
  private void append(Answered answered, Body records) {
    Want want = answered.want();
    HostedReplica replica = want.replica();
    long damages = replica.damaged().version();
    try {
      if (records.size() > 0) {
        replica.feed().append(new RecordBatch(records, answered.last()), calls.storeContext());
        context.newRecords().announce(replica.partition());
        link.arrived(want.interval());
      }
    } catch (AumbryException e) {
      fail(want, e);
      return;
    }
    if (want.interval().isBulk() && want.followsToken(node.id())) {
      replica.progress().advanced(node.id(), want.source(), answered.last(), damages);
    }
  }

  /** Other intervals of the replica are still copied, but not the rest of a bulk copy. */
  private void fail(Want want, AumbryException cause) {
    cooldown.add(want.replica(), cause);
    if (want.interval().isBulk()) {
      avoidBulk(want, "failed");
      wanted.clear();
      giveUp();
    }
  }

  private void avoidBulk(Want want, String why) {
    if (want.interval().isBulk()) {
      cooldown.addBulk(want.replica(), why);
    }
  }

  private void giveUp() {
    for (Asked asked : underWay) {
      asked.call().giveUp();
      link.didNotCome(asked.bytes());
    }
    underWay.clear();
  }

  private Time time() {
    return context.environment().carrier().time();
  }
}
