package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.server.flow.BodyCutter;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.store.BlobStore;
import io.aumbry.store.BlobStore.Lack;
import io.aumbry.store.BlobStore.RecordBatch;
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
  /** Of one stretch, so that what is new in other partitions does not wait for long. */
  private static final long MOST_BYTES = 64 << 20;

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
        && !lacking.isEmpty()
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
    Rest rest = new Rest(token, batch.source().end(), MOST_BYTES);
    Deque<PeerCalls.Asked> underWay = new ArrayDeque<>();
    underWay.add(ask(node, replica, rest, road));
    try {
      while (!underWay.isEmpty()) {
        Optional<PeerAnswer<Pulled>> known = underWay.remove().answerIfKnown();
        if (known.isEmpty()) {
          avoided.unknown(replica);
          return;
        }
        try (PeerAnswer<Pulled> answer = known.get()) {
          road.came(answer.content().size(), room(road));
          Optional<Batch> next = answer.response().batches().stream().findFirst();
          if (next.filter(rest::isAnsweredBy).isEmpty()) {
            avoided.failed(replica, "could not be read by the peer");
            return;
          }
          rest = rest.after(next.get());
          if (!rest.isEmpty() && !calls.isStopped()) {
            underWay.add(ask(node, replica, rest, road));
          }
          if (!append(replica, next.get(), answer)) {
            return;
          }
        }
      }
    } finally {
      underWay.forEach(PeerCalls.Asked::giveUp);
    }
  }

  private static int room(Road road) {
    return road.mostBytes() / AT_A_TIME;
  }

  private PeerCalls.Asked ask(StorageNode node, HostedReplica replica, Rest rest, Road road) {
    int room = room(road);
    road.await(room, calls);
    PeerToken token = rest.token();
    Pull.From point =
        new Pull.From(
            replica.partition(), token.store(), token.last(), token.openedMillis(), 0, room);
    Pull pull = new Pull(context.self().name(), List.of(point), Pull.Form.OFFERED, room, 0);
    return calls.ask(node, pull, road.patience((long) AT_A_TIME * room));
  }

  /** Answers whether all that has come is here. */
  private boolean append(HostedReplica replica, Batch batch, PeerAnswer<Pulled> answer) {
    try (Body records = new BodyCutter(answer.content()).next(batch.length())) {
      if (batch.length() > 0) {
        replica.store().append(new RecordBatch(records, batch.last()), calls.storeContext());
        context.arrivals().announce(replica.partition());
      }
      replica.progress().advanced(peer, batch.store(), batch.last());
      return true;
    } catch (AumbryException e) {
      rests.add(replica, e);
      return false;
    }
  }
}
