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

/**
 * Decides how long to wait for a node before hedging: a quantile of its own latencies, or the
 * median of that quantile over its data centre if that is less. With too few samples the wait is a
 * configured delay.
 *
 * <p>At most once a second, a thread that records a latency recomputes the thresholds. Other
 * threads read an immutable map.
 */
public final class AdaptiveThreshold {
  /** A shorter wait costs more in second requests than it can save. */
  static final long FLOOR_NANOS = 1_000_000;

  static final int MIN_SAMPLES = 20;

  private static final long REFRESH_NANOS = 1_000_000_000;

  private final double quantile;
  private final long fallbackNanos;
  private final Map<Integer, Group> dataCenters = new ConcurrentHashMap<>();
  private final AtomicLong refreshAtNanos;

  public AdaptiveThreshold(double quantile, Duration fallback, long nowNanos) {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException("quantile is " + quantile + ", must be between 0 and 1");
    }
    this.quantile = quantile;
    this.fallbackNanos = fallback.toNanos();
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

    Group(long peersNanos) {
      this.peersNanos = peersNanos;
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
      peersNanos = middle(measured);
      own = Map.copyOf(measured);
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
