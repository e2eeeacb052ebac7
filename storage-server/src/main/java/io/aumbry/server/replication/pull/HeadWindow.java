package io.aumbry.server.replication.pull;

import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.server.replica.HeadRange;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.store.feed.MissingRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece next to a head range that one request asks for: either above the range, or before it.
 *
 * @param head the range when the piece was requested
 * @param after sequence number before the first record of the piece; above the range, its last one
 */
record HeadWindow(HostedReplica replica, HeadRange head, long after) {
  static HeadWindow above(HostedReplica replica, HeadRange head) {
    return new HeadWindow(replica, head, head.last());
  }

  boolean isAbove() {
    return after == head.last();
  }

  /** If it does not, nothing can be added to the range. */
  boolean reachesHead(Batch batch) {
    return isAbove() || batch.last() >= head.after();
  }

  boolean contradicts(List<MissingRecord> lacking) {
    return lacking.stream()
        .anyMatch(lack -> lack.sequence() > head.after() && lack.sequence() <= head.last());
  }

  /**
   * Returns the missing records nearest to the range that fit into {@code room} bytes: at least one
   * if {@code room} is positive.
   */
  List<MissingRecord> nearest(List<MissingRecord> lacking, long room) {
    List<MissingRecord> inOrder = outside(lacking);
    List<MissingRecord> nearest = new ArrayList<>();
    long left = room;
    for (MissingRecord lack : isAbove() ? inOrder : inOrder.reversed()) {
      left -= lack.length();
      if (left < 0 && (!nearest.isEmpty() || room <= 0)) {
        break;
      }
      nearest.add(lack);
    }
    return isAbove() ? nearest : nearest.reversed();
  }

  private List<MissingRecord> outside(List<MissingRecord> lacking) {
    return lacking.stream().filter(lack -> isAbove() || lack.sequence() <= head.after()).toList();
  }

  HeadRange reached(Batch batch, List<MissingRecord> lacking) {
    List<MissingRecord> outside = outside(lacking);
    if (isAbove()) {
      return head.upTo(outside.isEmpty() ? batch.last() : outside.getFirst().sequence() - 1);
    }
    return head.downTo(outside.isEmpty() ? after : outside.getLast().sequence());
  }
}
