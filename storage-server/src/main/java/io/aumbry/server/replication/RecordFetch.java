package io.aumbry.server.replication;

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
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Gets records that are lacking here from one peer: as many runs, of as many partitions, in one
 * request as it has room for, so that a peer far away is not asked once for each. For one use.
 */
final class RecordFetch {
  /** Of which one request asks. */
  private static final int MAX_RUNS = 1_000;

  /** Requests to a peer that is near at a time: it reads and sends while this node appends. */
  private static final int AHEAD = 2;

  /** What has not come by then from a peer that is near is told of once more before it comes. */
  private static final Duration LONGEST_NEAR = Duration.ofSeconds(10);

  private final PullerContext context;
  private final PeerCalls calls;
  private final BiConsumer<HostedReplica, AumbryException> failed;
  private final Deque<Want> wanted = new ArrayDeque<>();
  private final Deque<Asking> underWay = new ArrayDeque<>(AHEAD);

  /**
   * Of nothing yet.
   *
   * @param failed told of a replica whose records could not be had or not be taken
   */
  RecordFetch(
      PullerContext context, PeerCalls calls, BiConsumer<HostedReplica, AumbryException> failed) {
    this.context = context;
    this.calls = calls;
    this.failed = failed;
  }

  /** A run of records, for a replica here. */
  private record Want(HostedReplica replica, Source source, Run run) {
    Pull.From point() {
      int most = (int) Math.min(Integer.MAX_VALUE, Math.max(1, run.bytes()));
      return new Pull.From(
          replica.partition(), source.store(), run.after(), source.opening().millis(), most);
    }

    /** Whether this is what the peer has sent for it. */
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
   * A request under way.
   *
   * @param isAhead sent while another one was
   */
  private record Asking(List<Want> wants, PeerCalls.Asked call, boolean isAhead) {
    long bytes() {
      return bytesOf(wants);
    }
  }

  /** These are lacking, in the store of the peer that {@code batch} told of. */
  void add(HostedReplica replica, Batch batch, List<Run> runs) {
    runs.forEach(run -> wanted.add(new Want(replica, batch.source(), run)));
  }

  boolean isEmpty() {
    return wanted.isEmpty();
  }

  /**
   * Gets all and appends it, or says what of it failed; from a peer that is near as much as comes
   * in some seconds, so that other replicas do not wait for long.
   *
   * @throws AumbryException when the peer does not answer
   */
  void run(StorageNode node, Road road) {
    boolean isNear = road.distance() == Distance.NEAR;
    int ahead = isNear ? AHEAD : 1;
    Time time = context.surroundings().carrier().time();
    Deadline end = Deadline.after(LONGEST_NEAR, time);
    try {
      while (!(wanted.isEmpty() && underWay.isEmpty()) && !calls.isStopped()) {
        if (isNear && end.hasPassed(time)) {
          wanted.clear();
        }
        while (!wanted.isEmpty() && underWay.size() < ahead) {
          underWay.add(ask(node, road, road.mostBytes() / ahead));
        }
        if (!underWay.isEmpty()) {
          ahead = receive(underWay.removeFirst(), node, road) ? ahead : 1;
        }
      }
    } finally {
      underWay.forEach(asking -> asking.call().giveUp());
    }
  }

  private Asking ask(StorageNode node, Road road, int room) {
    List<Want> wants = next(room);
    long bytes = bytesOf(wants);
    road.await(bytes, calls);
    long before = underWay.stream().mapToLong(Asking::bytes).sum();
    List<Pull.From> points = wants.stream().map(Want::point).toList();
    Pull pull = new Pull(context.self().name(), points, Pull.Form.RECORDS, room, 0);
    Duration patience = road.patience(before + bytes);
    return new Asking(wants, calls.ask(node, pull, patience), !underWay.isEmpty());
  }

  private static long bytesOf(List<Want> wants) {
    return wants.stream().mapToLong(want -> want.run().bytes()).sum();
  }

  /** Answers whether the peer has room for more than one request. */
  private boolean receive(Asking asking, StorageNode node, Road road) {
    try (PeerAnswer<Pulled> answer = asking.call().answer()) {
      road.came(answer.content().size(), asking.bytes());
      if (take(asking.wants(), answer, road) == 0) {
        throw new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE, "Records were promised by " + node.id() + ", none came");
      }
      return true;
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.OVERLOADED || !asking.isAhead()) {
        throw e;
      }
      road.didNotCome(asking.bytes());
      asking.wants().reversed().forEach(wanted::addFirst);
      return false;
    }
  }

  /** As many as fit an answer, at least one. */
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
   * Appends what has come; what was left for want of room is wanted still. Batches come in the
   * order in which they were asked for, those that the peer cannot read left out.
   *
   * @return how many were dealt with, whether well or not
   */
  private int take(List<Want> asked, PeerAnswer<Pulled> answer, Road road) {
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
          road.arrived(want.run());
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
            ErrorCode.REPLICA_UNAVAILABLE, "The peer cannot give its records " + want.run()));
  }

  /** Answers whether the first record that was asked for is here. */
  private boolean append(Want want, Batch batch, BodyCutter cutter, List<Want> left) {
    // What follows was not asked for: it comes when the peer has dropped what was.
    long last = Math.min(batch.last(), want.run().last());
    try (Body records = cutter.next(batch.length())) {
      want.replica().store().append(new RecordBatch(records, last), calls.storeContext());
    } catch (AumbryException e) {
      failed.accept(want.replica(), e);
      return false;
    }
    context.arrivals().announce(want.replica().partition());
    if (last < want.run().last()) {
      left.add(want.after(batch));
    }
    return true;
  }
}
