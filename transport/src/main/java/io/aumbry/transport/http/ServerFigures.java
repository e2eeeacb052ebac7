package io.aumbry.transport.http;

import io.aumbry.protocol.metrics.Metrics;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a server counts. */
public final class ServerFigures {
  private final AtomicInteger open = new AtomicInteger();
  private final LongAdder refused = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder refusedRequests = new LongAdder();

  /** Connections that are open now. */
  public int open() {
    return open.get();
  }

  /** Connections closed at once because there were too many. */
  public long refused() {
    return refused.sum();
  }

  /** Bytes that came in, after TLS. */
  public long received() {
    return received.sum();
  }

  /** Bytes of responses' bodies that went out. */
  public long sent() {
    return sent.sum();
  }

  /** Connections and streams closed because the client was too slow. */
  public long timedOut() {
    return timedOut.sum();
  }

  /** Requests refused before a handler started, because the connection or address has enough. */
  public long refusedRequests() {
    return refusedRequests.sum();
  }

  /** Registers these as the figures of a frontend's server. */
  public void register(Metrics metrics) {
    metrics.gauge(
        "aumbry_frontend_http_connections_open", "Open connections of clients", this::open);
    metrics.gauge(
        "aumbry_frontend_http_connections_refused",
        "Connections closed at once, because frontend.max-connections or the share of their"
            + " address was used up",
        this::refused);
    metrics.gauge(
        "aumbry_frontend_http_connections_timedout",
        "Connections and streams closed, because the client was below the minimum rate",
        this::timedOut);
    metrics.gauge(
        "aumbry_frontend_http_requests_refused",
        "Streams refused (REFUSED_STREAM), because of frontend.address-requests or too many"
            + " running requests of the connection",
        this::refusedRequests);
    metrics.gauge(
        "aumbry_frontend_http_received_bytes", "Bytes received from clients", this::received);
    metrics.gauge("aumbry_frontend_http_sent_bytes", "Bytes of bodies sent to clients", this::sent);
  }

  /**
   * Whether one more connection fits within {@code limit} and the {@code share} of its address. One
   * that does not is counted as refused.
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
