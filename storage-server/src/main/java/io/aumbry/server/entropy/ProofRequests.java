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
 * Proofs that operators have asked for. {@link AntiEntropy} compares the pairs that they take
 * before all others, and gives up those that some comparisons do not prove. Requests are kept in
 * memory, each for at most a day. Thread-safe.
 */
public final class ProofRequests {
  /** Bound for a request that cannot be fulfilled, such as one for a replica without peers. */
  private static final Duration LIFETIME = Duration.ofDays(1);

  /** Clocks of operators and nodes differ by less than this. */
  private static final Duration SKEW = Duration.ofHours(1);

  private final Map<Integer, Request> open = new ConcurrentHashMap<>();
  private volatile int blobsPerSecond;

  /**
   * The proof that is wanted of a partition. Operators choose one time for all nodes, because the
   * proof of a node relies on the proofs of its peers.
   *
   * @param untilMillis blobs made up to this time are to be proven, by the clock of the operator
   * @param receivedMillis when this node was asked, by its own clock: no comparison that began
   *     earlier counts
   */
  record Request(long untilMillis, long receivedMillis) {
    /** Nothing was asked for. */
    static final Request NONE = new Request(0, 0);

    /** Up to when this node must have compared, by its own clock. */
    long hereMillis() {
      return Math.max(untilMillis, receivedMillis);
    }

    boolean isOpen() {
      return receivedMillis > 0;
    }
  }

  /**
   * Notes a request; a later one for the same partition replaces it.
   *
   * @param here the partitions whose replicas are open on this node
   * @param nowMillis wall time
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} when the only partition is not on this
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
    wanted.forEach(partition -> open.put(partition, new Request(request.untilMillis(), nowMillis)));
    return new NodeResponse.Done();
  }

  /** The open request for a partition, or {@link Request#NONE}. */
  Request of(int partition) {
    return open.getOrDefault(partition, Request.NONE);
  }

  /** Up to when an open request wants the blobs of a partition proven; 0 when there is none. */
  public long untilMillis(int partition) {
    return of(partition).untilMillis();
  }

  /** The rate that the last request asked for, while any is open; otherwise {@code configured}. */
  long blobsPerSecond(long configured) {
    int asked = blobsPerSecond;
    return asked == 0 || open.isEmpty() ? configured : asked;
  }

  /** Ends the request for a partition although it is not fulfilled. */
  void giveUp(int partition) {
    open.remove(partition);
  }

  /** The number of partitions with an open request. */
  int count() {
    return open.size();
  }

  /**
   * Ends the requests that are fulfilled or have expired.
   *
   * @param isFulfilled whether the replica of a partition is proven as a request wants it, or is no
   *     longer here
   */
  void end(BiPredicate<Integer, Request> isFulfilled, long nowMillis) {
    open.entrySet()
        .removeIf(each ->
            isFulfilled.test(each.getKey(), each.getValue())
                || nowMillis - each.getValue().receivedMillis() >= LIFETIME.toMillis());
  }
}
