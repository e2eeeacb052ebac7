package io.aumbry.transport.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides whether a connection may begin one more request. The loop of the connection asks and
 * begins; any thread ends a request.
 */
final class ConnectionLoad {
  /**
   * A request that was broken off because others needed its memory counts as running for this long.
   * Otherwise its slow client would get the same memory again at once.
   */
  static final Duration AFTERMATH = Duration.ofSeconds(10);

  private final List<Bound> bounds;
  private final Runnable whenUnused;

  /** Requests with a running handler, including those of closed streams. */
  private final AtomicInteger running = new AtomicInteger();

  /** The open connection and its running requests. */
  private final AtomicInteger uses = new AtomicInteger(1);

  /**
   * The load of a connection that has just been opened.
   *
   * @param whenUnused runs once, after the connection and its last request have ended
   */
  ConnectionLoad(List<Bound> bounds, Runnable whenUnused) {
    this.bounds = bounds;
    this.whenUnused = whenUnused;
  }

  /** A bound on the running requests of an address or network. */
  record Bound(AddressLoad load, long limit) {
    boolean isReached() {
      return load.requests() >= limit;
    }
  }

  /**
   * The reason for which no request may begin now; empty if one may. A connection without a running
   * request may always begin one, so that one client does not shut out others behind the same
   * address.
   *
   * @param most running requests of this connection
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

  /** The connection is closed. */
  void close() {
    release();
  }

  private void release() {
    if (uses.decrementAndGet() == 0) {
      whenUnused.run();
    }
  }
}
