package io.aumbry.server.replication;

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
import io.aumbry.store.BlobStore;
import io.aumbry.store.feed.Lack;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Gets stretches of a peer's log for replicas that lack nearly all of it, without asking for each
 * record whether it is lacking. The next answer is on its way while the one before is appended.
 * Where that does not work {@link RecordFetch} does it, for a while. Used by one puller's thread.
 */
final class Stretches {
  /** For one stretch, however slowly it comes. */
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** So many records at least must have been told of, all of them lacking. */
  private static final int TOLD = 8;

  /** Answers that are held here: one is appended, the next one comes. */
  private static final int AT_A_TIME = 2;

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Rests rests;
  private final Avoided avoided;

  Stretches(NodeId peer, PullerContext context, PeerCalls calls, Rests rests) {
    this.peer = peer;
    this.context = context;
    this.calls = calls;
    this.rests = rests;
    this.avoided = new Avoided("stretches of its log", peer, context);
  }

  /** Where a stretch goes on, and how much of it is left. */
  private record Rest(PeerToken token, long last, long bytes) {
    boolean isEmpty() {
      return token.last() >= last || bytes <= 0;
    }

    Rest after(Batch batch) {
      return new Rest(token.at(batch.last()), last, bytes - batch.length());
    }

    /** Whether this is what the peer has sent for it, of the same opening of the same store. */
    boolean isAnsweredBy(Batch batch) {
      return batch.store().equals(token.store())
          && batch.source().opening().millis() == token.openedMillis()
          && batch.last() > token.last();
    }
  }

  /**
   * Whether all that comes next is asked for at once, when {@code lacking} of what {@code batch}
   * summarises is.
   */
  boolean isWorth(HostedReplica replica, Batch batch, List<Lack> lacking, Road road) {
    return road.distance() == Distance.NEAR
        && !replica.progress().isComplete()
        && batch.source().complete()
        && batch.source().bytes() > context.config().nearby().farBehind()
        && lacking.size() >= TOLD
        && (long) lacking.size() * BlobStore.SUMMARY_BYTES == batch.length()
        && !avoided.has(replica.partition());
  }

  /**
   * Gets what follows the token, up to what the peer had when it answered with {@code batch}, and
   * appends it.
   *
   * @throws AumbryException when the peer does not answer
   */
  void get(StorageNode node, HostedReplica replica, Batch batch, Road road) {
    PeerToken token = replica.progress().of(peer).token();
    long most = context.config().tuning().stretchBytes();
    Stretch stretch = new Stretch(node, replica, road, new Rest(token, batch.source().end(), most));
    try {
      stretch.ask();
      while (stretch.isUnderWay()) {
        stretch.step();
      }
    } catch (AumbryException e) {
      avoided.failed(replica, "did not come");
      throw e;
    } finally {
      stretch.giveUp();
      stretch.settle();
    }
  }

  private Time time() {
    return context.surroundings().carrier().time();
  }

  /** One on its way. */
  private final class Stretch {
    private final StorageNode node;
    private final HostedReplica replica;
    private final Road road;
    private final int room;
    private final Deque<PeerCalls.Asked> underWay = new ArrayDeque<>();
    private final Deadline end = Deadline.after(LONGEST, time());
    private Rest rest;

    /** Answers that were paid for and have not come. */
    private int unanswered;

    private Stretch(StorageNode node, HostedReplica replica, Road road, Rest rest) {
      this.node = node;
      this.replica = replica;
      this.road = road;
      this.room = Math.max(1, road.mostBytes() / AT_A_TIME);
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
        road.didNotCome((long) unanswered * room);
      }
    }

    private void ask() {
      road.await(room, calls);
      unanswered++;
      PeerToken token = rest.token();
      Pull.From point =
          new Pull.From(
                  replica.partition(), token.store(), token.last(), token.openedMillis(), room)
              .withAgreed(replica.progress().recency().agreedMillis());
      Pull pull = new Pull(context.self().name(), List.of(point), Pull.Form.OFFERED, room, 0);
      underWay.add(calls.ask(node, pull, road.patience((long) AT_A_TIME * room)));
    }

    private void step() {
      take(underWay.remove().answer());
    }

    private void take(PeerAnswer<Pulled> answer) {
      try (answer) {
        road.came(answer.content().size(), room);
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
          replica.store().append(new RecordBatch(records, batch.last()), calls.storeContext());
          context.arrivals().announce(replica.partition());
        }
        replica.progress().advanced(peer, batch.store(), batch.last(), damages);
      } catch (AumbryException e) {
        avoided.failed(replica, "could not be taken");
        rests.add(replica, e);
        giveUp();
      }
    }
  }
}
