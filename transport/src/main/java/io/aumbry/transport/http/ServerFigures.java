package io.aumbry.transport.http;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
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

  /** Registers these under {@code prefix}. */
  public void register(MetricRegistry metrics, String prefix) {
    metrics.register(prefix + ".connections.open", (Gauge<Integer>) this::open);
    metrics.register(prefix + ".connections.refused", (Gauge<Long>) this::refused);
    metrics.register(prefix + ".connections.timedout", (Gauge<Long>) this::timedOut);
    metrics.register(prefix + ".requests.refused", (Gauge<Long>) this::refusedRequests);
    metrics.register(prefix + ".received.bytes", (Gauge<Long>) this::received);
    metrics.register(prefix + ".sent.bytes", (Gauge<Long>) this::sent);
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
