package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.metrics.FadingHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Decides how long to wait for a node before hedging: a quantile of its own latencies, or the
 * median of that quantile over its data centre if that is less. With too few samples the wait is a
 * configured delay. A node in this process does not count for the median, because calls to it need
 * no network.
 *
 * <p>At most once a second, a thread that records a latency recomputes the thresholds. Other
 * threads read an immutable map.
 */
public final class AdaptiveThreshold {
  /** A shorter wait costs more in second requests than it can save. */
  static final long FLOOR_NANOS = 1_000_000;

  static final int MIN_SAMPLES = 20;

  private static final int SLOW_FACTOR = 2;

  private static final long REFRESH_NANOS = 1_000_000_000;

  private final double quantile;
  private final long fallbackNanos;
  private final Predicate<NodeId> isInProcess;
  private final Map<Integer, Group> dataCenters = new ConcurrentHashMap<>();
  private final AtomicLong refreshAtNanos;

  public AdaptiveThreshold(
      double quantile, Duration fallback, Predicate<NodeId> isInProcess, long nowNanos) {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException("quantile is " + quantile + ", must be between 0 and 1");
    }
    this.quantile = quantile;
    this.fallbackNanos = fallback.toNanos();
    this.isInProcess = isInProcess;
    this.refreshAtNanos = new AtomicLong(nowNanos + REFRESH_NANOS);
  }

  /** Counts the latency of an answer, or the time after which a request was abandoned. */
  public void record(NodeId node, int dataCenter, long tookNanos, long nowNanos) {
    group(dataCenter)
        .histograms
        .computeIfAbsent(node, absent -> new FadingHistogram())
        .record(tookNanos);
    long due = refreshAtNanos.get();
    if (nowNanos - due >= 0 && refreshAtNanos.compareAndSet(due, nowNanos + REFRESH_NANOS)) {
      dataCenters.values().forEach(Group::refresh);
    }
  }

  public long nanos(NodeId node, int dataCenter) {
    Group group = group(dataCenter);
    Long own = group.own.get(node);
    long peers = group.peersNanos;
    if (own == null) {
      return peers;
    }
    return Math.min(own, peers);
  }

  /**
   * Whether a node in this process is slow: its quantile exceeds the median of the others by a
   * factor of two, or the configured delay while too little is known of the others.
   */
  public boolean isSlow(NodeId node, int dataCenter) {
    Group group = group(dataCenter);
    Long own = group.own.get(node);
    return own != null && own > group.slowNanos;
  }

  private Group group(int dataCenter) {
    Group group = dataCenters.get(dataCenter);
    return group == null
        ? dataCenters.computeIfAbsent(dataCenter, absent -> new Group(fallbackNanos))
        : group;
  }

  /** The nodes of one data centre. */
  private final class Group {
    final Map<NodeId, FadingHistogram> histograms = new ConcurrentHashMap<>();
    volatile Map<NodeId, Long> own = Map.of();
    volatile long peersNanos;
    volatile long slowNanos;

    Group(long fallbackNanos) {
      this.peersNanos = fallbackNanos;
      this.slowNanos = fallbackNanos;
    }

    void refresh() {
      Map<NodeId, Long> measured = new HashMap<>();
      histograms.forEach((node, histogram) -> {
        long samples = histogram.samples();
        if (samples >= MIN_SAMPLES) {
          measured.put(node, Math.max(FLOOR_NANOS, histogram.quantile(quantile)));
        }
        histogram.fade();
        if (samples == 0) {
          histograms.remove(node);
        }
      });
      own = Map.copyOf(measured);
      measured.keySet().removeIf(isInProcess);
      long median = middle(measured);
      peersNanos = median;
      slowNanos = measured.isEmpty() ? median : SLOW_FACTOR * median;
    }

    /** The lower median, so that the faster of two nodes sets the threshold. */
    private long middle(Map<NodeId, Long> measured) {
      if (measured.isEmpty()) {
        return fallbackNanos;
      }
      List<Long> sorted = new ArrayList<>(measured.values());
      Collections.sort(sorted);
      return sorted.get((sorted.size() - 1) / 2);
    }
  }
}
