package io.aumbry.server.entropy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.protocol.message.NodeResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/**
 * Proofs that operators want. {@link AntiEntropy} compares their pairs first, and gives a request
 * up after several comparisons without a proof. Requests are in memory, for at most a day.
 * Thread-safe.
 */
public final class ProofRequests {
  /** Limit for requests that cannot be fulfilled, such as one for a replica without peers. */
  private static final Duration LIFETIME = Duration.ofDays(1);

  /** Clocks of operators and nodes differ by less than this. */
  private static final Duration SKEW = Duration.ofHours(1);

  private final Map<Integer, Request> open = new ConcurrentHashMap<>();
  private volatile int blobsPerSecond;

  /**
   * A wanted proof. Operators use the same time for all nodes, because proofs rely on proofs of
   * peers.
   *
   * @param untilMillis blobs created up to this time are to be proven, by the operator's clock
   * @param receivedMillis time of the request by this node's clock; earlier comparisons do not
   *     count
   */
  record Request(long untilMillis, long receivedMillis) {
    static final Request NONE = new Request(0, 0);

    /** The time as of which this node must compare, by its own clock. */
    long hereMillis() {
      return Math.max(untilMillis, receivedMillis);
    }

    boolean isOpen() {
      return receivedMillis > 0;
    }
  }

  /**
   * Stores a request, which replaces an earlier one for the same partition. An open request that is
   * repeated, with the same time, goes on.
   *
   * @param here the partitions with an open replica on this node
   * @param nowMillis wall time
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} if the requested partition is not on this
   *     node, {@code BAD_REQUEST} for a time in the future
   */
  public NodeResponse answer(Verify request, Collection<Integer> here, long nowMillis) {
    if (request.untilMillis() > nowMillis + SKEW.toMillis()) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          "Cannot prove blobs up to %s: it is %s on this node"
              .formatted(
                  Instant.ofEpochMilli(request.untilMillis()), Instant.ofEpochMilli(nowMillis)));
    }
    List<Integer> wanted =
        here.stream()
            .filter(id -> request.partition() == Verify.ALL || request.partition() == id)
            .toList();
    if (wanted.isEmpty() && request.partition() != Verify.ALL) {
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE,
          "This node has no open replica of partition " + request.partition());
    }
    blobsPerSecond = request.blobsPerSecond();
    Request next = new Request(request.untilMillis(), nowMillis);
    wanted.forEach(partition ->
        open.merge(
            partition, next, (was, _) -> was.untilMillis() == next.untilMillis() ? was : next));
    return new NodeResponse.Done();
  }

  Request of(int partition) {
    return open.getOrDefault(partition, Request.NONE);
  }

  /** The time up to which blobs of a partition are to be proven; 0 without a request. */
  public long untilMillis(int partition) {
    return of(partition).untilMillis();
  }

  /** The rate of the last request while any is open, otherwise {@code configured}. */
  long blobsPerSecond(long configured) {
    int asked = blobsPerSecond;
    return asked == 0 || open.isEmpty() ? configured : asked;
  }

  void giveUp(int partition) {
    open.remove(partition);
  }

  int count() {
    return open.size();
  }

  /**
   * Ends fulfilled and expired requests.
   *
   * @param isFulfilled whether the replica of a partition is proven as wanted, or is no longer here
   */
  void end(BiPredicate<Integer, Request> isFulfilled, long nowMillis) {
    open.entrySet()
        .removeIf(each ->
            isFulfilled.test(each.getKey(), each.getValue())
                || nowMillis - each.getValue().receivedMillis() >= LIFETIME.toMillis());
  }
}
