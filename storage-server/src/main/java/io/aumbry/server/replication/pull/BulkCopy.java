package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.flow.BodyCutter;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Bulk copy: gets stretches of a peer's log without summaries, for replicas that lack almost all of
 * it. The next answer arrives while the previous one is appended. After a failure {@link
 * RecordFetch} is used for a while. Used by one puller's thread.
 */
final class BulkCopy {
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Least number of summaries that must all be missing here. */
  private static final int LEAST_SUMMARIES = 8;

  /** Answers in memory: one is appended while the next one arrives. */
  private static final int AT_A_TIME = 2;

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Cooldown cooldown;
  private final BulkCopyBackoff avoided;

  BulkCopy(NodeId peer, PullerContext context, PeerCalls calls, Cooldown cooldown) {
    this.peer = peer;
    this.context = context;
    this.calls = calls;
    this.cooldown = cooldown;
    this.avoided = new BulkCopyBackoff(peer, context);
  }

  private record Rest(PeerToken token, long last, long bytes) {
    boolean isEmpty() {
      return token.last() >= last || bytes <= 0;
    }

    Rest after(Batch batch) {
      return new Rest(token.at(batch.last()), last, bytes - batch.length());
    }

    boolean isAnsweredBy(Batch batch) {
      return batch.store().equals(token.store())
          && batch.source().opening().millis() == token.openedMillis()
          && batch.last() > token.last();
    }
  }

  /** All records that {@code batch} summarises must be missing here. */
  boolean isWorth(HostedReplica replica, Batch batch, List<MissingRecord> lacking, PeerLink link) {
    return link.distance() == Distance.NEAR
        && !replica.progress().isComplete()
        && batch.source().complete()
        && batch.source().bytes() > context.config().nearby().farBehind()
        && lacking.size() >= LEAST_SUMMARIES
        && (long) lacking.size() * RecordSummary.SIZE == batch.length()
        && !avoided.has(replica.partition());
  }

  /**
   * Copies and appends the records after the token, up to the end that {@code batch} states.
   *
   * @throws AumbryException if the peer does not answer
   */
  void get(StorageNode node, HostedReplica replica, Batch batch, PeerLink link) {
    PeerToken token = replica.progress().of(peer).token();
    long most = context.config().tuning().stretchBytes();
    Stretch stretch = new Stretch(node, replica, link, new Rest(token, batch.source().end(), most));
    try {
      stretch.ask();
      while (stretch.isUnderWay()) {
        stretch.step();
      }
    } catch (AumbryException e) {
      avoided.failed(replica, "did not arrive");
      throw e;
    } finally {
      stretch.giveUp();
      stretch.settle();
    }
  }

  private Time time() {
    return context.environment().carrier().time();
  }

  private final class Stretch {
    private final StorageNode node;
    private final HostedReplica replica;
    private final PeerLink link;
    private final int room;
    private final Deque<PeerCalls.Asked> underWay = new ArrayDeque<>();
    private final Deadline end = Deadline.after(LONGEST, time());
    private Rest rest;

    /** Answers that are reserved with the rate limit and have not arrived. */
    private int unanswered;

    private Stretch(StorageNode node, HostedReplica replica, PeerLink link, Rest rest) {
      this.node = node;
      this.replica = replica;
      this.link = link;
      this.room = Math.max(1, link.mostBytes() / AT_A_TIME);
      this.rest = rest;
    }

    private boolean isUnderWay() {
      return !underWay.isEmpty();
    }

    private void giveUp() {
      underWay.forEach(PeerCalls.Asked::giveUp);
      underWay.clear();
    }

    private void settle() {
      if (unanswered > 0) {
        link.didNotCome((long) unanswered * room);
      }
    }

    private void ask() {
      link.await(room, calls);
      unanswered++;
      PeerToken token = rest.token();
      Pull.From point =
          new Pull.From(
                  replica.partition(), token.store(), token.last(), token.openedMillis(), room)
              .withAgreed(replica.progress().recency().agreedMillis());
      Pull pull = new Pull(context.self().name(), List.of(point), Pull.Form.OFFERED, room, 0);
      underWay.add(calls.ask(node, pull, link.patience((long) AT_A_TIME * room)));
    }

    private void step() {
      take(underWay.remove().answer());
    }

    private void take(PeerAnswer<Pulled> answer) {
      try (answer) {
        link.came(answer.content().size(), room);
        unanswered--;
        Optional<Batch> batch =
            answer.response().batches().stream().findFirst().filter(this::isWanted);
        if (batch.isEmpty()) {
          avoided.failed(replica, "could not be read by the peer");
          return;
        }
        rest = rest.after(batch.get());
        if (!rest.isEmpty() && !end.hasPassed(time()) && !calls.isStopped()) {
          ask();
        }
        append(batch.get(), answer);
      }
    }

    private boolean isWanted(Batch batch) {
      return batch.partition() == replica.partition() && rest.isAnsweredBy(batch);
    }

    private void append(Batch batch, PeerAnswer<Pulled> answer) {
      long damages = replica.damaged().version();
      try (Body records = new BodyCutter(answer.content()).next(batch.length())) {
        if (batch.length() > 0) {
          replica.feed().append(new RecordBatch(records, batch.last()), calls.storeContext());
          context.newRecords().announce(replica.partition());
        }
        replica.progress().advanced(peer, batch.store(), batch.last(), damages);
      } catch (AumbryException e) {
        avoided.failed(replica, "could not be appended");
        cooldown.add(replica, e);
        giveUp();
      }
    }
  }
}
