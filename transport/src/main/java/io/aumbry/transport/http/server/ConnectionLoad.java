package io.aumbry.transport.http.server;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides whether a connection may start another request. The loop of the connection asks and
 * starts requests; any thread ends them.
 */
final class ConnectionLoad {
  /**
   * A request that had to give way counts as running for this long. Otherwise its slow client would
   * get the same memory again at once.
   */
  static final Duration AFTERMATH = Duration.ofSeconds(10);

  private final List<Bound> bounds;
  private final Runnable whenUnused;

  /** Requests with a running handler, including those of closed streams. */
  private final AtomicInteger running = new AtomicInteger();

  /** The open connection and its running requests. */
  private final AtomicInteger uses = new AtomicInteger(1);

  /**
   * The load of a new connection.
   *
   * @param whenUnused runs once, after the connection and its last request have ended
   */
  ConnectionLoad(List<Bound> bounds, Runnable whenUnused) {
    this.bounds = bounds;
    this.whenUnused = whenUnused;
  }

  /** The limit of running requests of an address or network. */
  record Bound(AddressLoad load, long limit) {
    boolean isReached() {
      return load.requests() >= limit;
    }
  }

  /**
   * The reason why no request may start now. Empty if one may. A connection without a running
   * request may always start one, so that a client cannot shut out others behind the same address.
   *
   * @param most limit of running requests of this connection
   */
  Optional<String> obstacle(int most) {
    int mine = running.get();
    if (mine >= most) {
      return Optional.of("%d requests of the connection are running".formatted(mine));
    }
    for (int i = 0; mine > 0 && i < bounds.size(); i++) {
      if (bounds.get(i).isReached()) {
        return Optional.of("%d requests of the address are running".formatted(bounds.get(i).limit));
      }
    }
    return Optional.empty();
  }

  void begin() {
    uses.incrementAndGet();
    running.incrementAndGet();
    bounds.forEach(bound -> bound.load().begin());
  }

  void end() {
    running.decrementAndGet();
    bounds.forEach(bound -> bound.load().end());
    release();
  }

  void close() {
    release();
  }

  private void release() {
    if (uses.decrementAndGet() == 0) {
      whenUnused.run();
    }
  }
}
