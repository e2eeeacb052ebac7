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
 * How long to wait for a node before a second one is asked: the quantile of its own latencies, or
 * that of the node in the middle of its peers when that is less, so that a node that has become
 * slow is measured by the others. Its peers are the nodes of its own data centre: how far that is
 * is no fault of theirs. Where too little is known the answer is a configured delay.
 *
 * <p>Thresholds are computed anew at most once a second, by whichever thread records first after
 * that; all others read an immutable image.
 */
public final class AdaptiveThreshold {
  /** Below this a second request costs more than it can win. */
  static final long FLOOR_NANOS = 1_000_000;

  /** Fewer answers than this say nothing about a high quantile. */
  static final int MIN_SAMPLES = 20;

  private static final long REFRESH_NANOS = 1_000_000_000;

  private final double quantile;
  private final long fallbackNanos;
  private final Map<Integer, Group> dataCenters = new ConcurrentHashMap<>();
  private final AtomicLong refreshAtNanos;

  /** Knows nothing yet. */
  public AdaptiveThreshold(double quantile, Duration fallback, long nowNanos) {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException("quantile is " + quantile + ", must be between 0 and 1");
    }
    this.quantile = quantile;
    this.fallbackNanos = fallback.toNanos();
    this.refreshAtNanos = new AtomicLong(nowNanos + REFRESH_NANOS);
  }

  /**
   * Counts one answer, or one request that was given up: that took at least so long.
   *
   * @param dataCenter where the node is
   */
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

  /** How long to wait for {@code node}. */
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

  /** The nodes that are compared with each other. */
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

    /** The lower of the two in the middle: of two nodes the faster one is the measure. */
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
