package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
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
import java.util.function.BiConsumer;

/**
 * Fetches missing records from one peer. A request combines ranges of many partitions, so that a
 * far peer is not asked once for each range. For one use.
 */
final class RecordFetch {
  private static final int MAX_RUNS = 1_000;

  /** Requests to a near peer at a time: it reads and sends while this node appends. */
  private static final int AHEAD = 2;

  /**
   * After this time, records of a near peer that were not fetched yet wait for the next summaries.
   */
  private static final Duration LONGEST_NEAR = Duration.ofSeconds(10);

  private final PullerContext context;
  private final PeerCalls calls;
  private final BiConsumer<HostedReplica, AumbryException> failed;
  private final Deque<Want> wanted = new ArrayDeque<>();
  private final Deque<Asking> underWay = new ArrayDeque<>(AHEAD);

  /**
   * @param failed receives each replica with records that could not be fetched or appended
   */
  RecordFetch(
      PullerContext context, PeerCalls calls, BiConsumer<HostedReplica, AumbryException> failed) {
    this.context = context;
    this.calls = calls;
    this.failed = failed;
  }

  private record Want(HostedReplica replica, Source source, MissingRange run) {
    Pull.From point() {
      int most = (int) Math.min(Integer.MAX_VALUE, Math.max(1, run.bytes()));
      return new Pull.From(
          replica.partition(), source.store(), run.after(), source.opening().millis(), most);
    }

    boolean isAnsweredBy(Batch batch) {
      return batch.partition() == replica.partition()
          && batch.store().equals(source.store())
          && (batch.length() == 0 ? batch.last() == run.after() : batch.last() > run.after());
    }

    Want after(Batch batch) {
      long left = Math.max(1, run.bytes() - batch.length());
      return new Want(replica, source, run.after(batch.last(), left));
    }
  }

  /**
   * A request in progress.
   *
   * @param isAhead sent while another one was in progress
   */
  private record Asking(List<Want> wants, PeerCalls.Asked call, boolean isAhead) {
    long bytes() {
      return bytesOf(wants);
    }
  }

  /** Adds missing records. {@code batch} names the peer's store. */
  void add(HostedReplica replica, Batch batch, List<MissingRange> runs) {
    runs.forEach(run -> wanted.add(new Want(replica, batch.source(), run)));
  }

  boolean isEmpty() {
    return wanted.isEmpty();
  }

  /**
   * Fetches and appends all records, and reports failures by replica. From a near peer it stops
   * after {@link #LONGEST_NEAR}, so that other replicas do not wait for long.
   *
   * @throws AumbryException if the peer does not answer
   */
  void run(StorageNode node, PeerLink link) {
    boolean isNear = link.distance() == Distance.NEAR;
    int ahead = isNear ? AHEAD : 1;
    Time time = context.environment().carrier().time();
    Deadline end = Deadline.after(LONGEST_NEAR, time);
    try {
      while (!(wanted.isEmpty() && underWay.isEmpty()) && !calls.isStopped()) {
        if (isNear && end.hasPassed(time)) {
          wanted.clear();
        }
        while (!wanted.isEmpty() && underWay.size() < ahead) {
          underWay.add(ask(node, link, link.mostBytes() / ahead));
        }
        if (!underWay.isEmpty()) {
          ahead = receive(underWay.removeFirst(), node, link) ? ahead : 1;
        }
      }
    } finally {
      underWay.forEach(asking -> asking.call().giveUp());
    }
  }

  private Asking ask(StorageNode node, PeerLink link, int room) {
    List<Want> wants = next(room);
    long bytes = bytesOf(wants);
    link.await(bytes, calls);
    long before = underWay.stream().mapToLong(Asking::bytes).sum();
    List<Pull.From> points = wants.stream().map(Want::point).toList();
    Pull pull = new Pull(context.self().name(), points, Pull.Form.RECORDS, room, 0);
    Duration patience = link.patience(before + bytes);
    return new Asking(wants, calls.ask(node, pull, patience), !underWay.isEmpty());
  }

  private static long bytesOf(List<Want> wants) {
    return wants.stream().mapToLong(want -> want.run().bytes()).sum();
  }

  /** Returns whether the peer has memory for more than one request. */
  private boolean receive(Asking asking, StorageNode node, PeerLink link) {
    try (PeerAnswer<Pulled> answer = asking.call().answer()) {
      link.came(answer.content().size(), asking.bytes());
      if (take(asking.wants(), answer, link) == 0) {
        throw new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE, node.id() + " sent none of the requested records");
      }
      return true;
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.OVERLOADED || !asking.isAhead()) {
        throw e;
      }
      link.didNotCome(asking.bytes());
      asking.wants().reversed().forEach(wanted::addFirst);
      return false;
    }
  }

  private List<Want> next(int limit) {
    List<Want> next = new ArrayList<>();
    long bytes = 0;
    while (!wanted.isEmpty()
        && next.size() < MAX_RUNS
        && (next.isEmpty() || bytes + wanted.getFirst().run().bytes() <= limit)) {
      Want want = wanted.removeFirst();
      bytes += want.run().bytes();
      next.add(want);
    }
    return next;
  }

  /**
   * Appends the received records, and queues again the ranges that had no space in the answer.
   * Batches arrive in the order of the request, without unreadable ones.
   *
   * @return the number of ranges that succeeded or failed
   */
  private int take(List<Want> asked, PeerAnswer<Pulled> answer, PeerLink link) {
    BodyCutter cutter = new BodyCutter(answer.content());
    Deque<Batch> batches = new ArrayDeque<>(answer.response().batches());
    List<Want> left = new ArrayList<>();
    int done = 0;
    for (Want want : asked) {
      Optional<Batch> batch = Optional.ofNullable(batches.peek()).filter(want::isAnsweredBy);
      if (batch.isEmpty()) {
        done++;
        refused(want);
      } else if (batches.remove().length() == 0) {
        left.add(want);
      } else {
        done++;
        if (append(want, batch.get(), cutter, left)) {
          link.arrived(want.run());
        }
      }
    }
    left.reversed().forEach(wanted::addFirst);
    return done;
  }

  private void refused(Want want) {
    failed.accept(
        want.replica(),
        new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE, "The peer cannot read its records " + want.run()));
  }

  private boolean append(Want want, Batch batch, BodyCutter cutter, List<Want> left) {
    // The peer sends other records after the range if it has dropped records of the range.
    long last = Math.min(batch.last(), want.run().last());
    try (Body records = cutter.next(batch.length())) {
      want.replica().feed().append(new RecordBatch(records, last), calls.storeContext());
    } catch (AumbryException e) {
      failed.accept(want.replica(), e);
      return false;
    }
    context.newRecords().announce(want.replica().partition());
    if (last < want.run().last()) {
      left.add(want.after(batch));
    }
    return true;
  }
}
