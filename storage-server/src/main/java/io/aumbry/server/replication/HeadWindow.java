package io.aumbry.server.replication;

import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.server.replica.HeadRange;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.store.feed.Lack;
import java.util.ArrayList;
import java.util.List;

/**
 * Records next to a head range of which one request asks: those behind it, or some before it.
 *
 * @param head as it was when they were asked for
 * @param after sequence number before the first of them; the last one of the range for those behind
 */
record HeadWindow(HostedReplica replica, HeadRange head, long after) {
  /** What is new. */
  static HeadWindow above(HostedReplica replica, HeadRange head) {
    return new HeadWindow(replica, head, head.last());
  }

  boolean isAbove() {
    return after == head.last();
  }

  /** Whether an answer goes on to the range; if not, nothing can be added to it. */
  boolean reachesHead(Batch batch) {
    return isAbove() || batch.last() >= head.after();
  }

  /**
   * Whether some record of the range itself is lacking, of which it was certain that it is here.
   */
  boolean contradicts(List<Lack> lacking) {
    return lacking.stream()
        .anyMatch(lack -> lack.sequence() > head.after() && lack.sequence() <= head.last());
  }

  /**
   * Those of the lacking records that are nearest to the range, as far as there is room: at least
   * one, if there is any room.
   */
  List<Lack> nearest(List<Lack> lacking, long room) {
    List<Lack> inOrder = outside(lacking);
    List<Lack> nearest = new ArrayList<>();
    long left = room;
    for (Lack lack : isAbove() ? inOrder : inOrder.reversed()) {
      left -= lack.length();
      if (left < 0 && (!nearest.isEmpty() || room <= 0)) {
        break;
      }
      nearest.add(lack);
    }
    return isAbove() ? nearest : nearest.reversed();
  }

  private List<Lack> outside(List<Lack> lacking) {
    return lacking.stream().filter(lack -> isAbove() || lack.sequence() <= head.after()).toList();
  }

  /** The range with all that is next to it and is not lacking. */
  HeadRange reached(Batch batch, List<Lack> lacking) {
    List<Lack> outside = outside(lacking);
    if (isAbove()) {
      return head.upTo(outside.isEmpty() ? batch.last() : outside.getFirst().sequence() - 1);
    }
    return head.downTo(outside.isEmpty() ? after : outside.getLast().sequence());
  }
}
