package io.aumbry.transport.http.server;

import io.aumbry.protocol.metrics.Metrics;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a server. */
public final class ServerFigures {
  private final AtomicInteger open = new AtomicInteger();
  private final LongAdder refused = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder refusedRequests = new LongAdder();

  public int open() {
    return open.get();
  }

  /** Number of connections closed at once because there were too many. */
  public long refused() {
    return refused.sum();
  }

  /** Bytes received, after TLS. */
  public long received() {
    return received.sum();
  }

  public long sent() {
    return sent.sum();
  }

  /** Number of connections and streams closed because the client was too slow. */
  public long timedOut() {
    return timedOut.sum();
  }

  /**
   * Number of requests refused before a handler started, because their connection or address ran
   * too many.
   */
  public long refusedRequests() {
    return refusedRequests.sum();
  }

  /** Registers the metrics of a frontend's server. */
  public void register(Metrics metrics) {
    metrics.gauge(
        "aumbry_frontend_http_connections_open", "Open connections of clients", this::open);
    metrics.gauge(
        "aumbry_frontend_http_connections_refused",
        "Connections closed at once because frontend.max-connections or the share of their"
            + " address was used up",
        this::refused);
    metrics.gauge(
        "aumbry_frontend_http_connections_timedout",
        "Connections and streams closed because the client was below the minimum rate",
        this::timedOut);
    metrics.gauge(
        "aumbry_frontend_http_requests_refused",
        "Streams refused (REFUSED_STREAM) because of frontend.address-requests or too many"
            + " running requests of the connection",
        this::refusedRequests);
    metrics.gauge(
        "aumbry_frontend_http_received_bytes", "Bytes received from clients", this::received);
    metrics.gauge("aumbry_frontend_http_sent_bytes", "Bytes of bodies sent to clients", this::sent);
  }

  /**
   * Counts a new connection, unless it exceeds {@code limit} or there is no {@code share} for its
   * address. Returns whether it was admitted.
   */
  boolean admit(boolean share, int limit) {
    if (open.incrementAndGet() <= limit && share) {
      return true;
    }
    open.decrementAndGet();
    refused.increment();
    return false;
  }

  void leave() {
    open.decrementAndGet();
  }

  void countReceived(long bytes) {
    received.add(bytes);
  }

  void countSent(long bytes) {
    sent.add(bytes);
  }

  void countRefusedRequest() {
    refusedRequests.increment();
  }

  void countTimeout() {
    timedOut.increment();
  }
}
