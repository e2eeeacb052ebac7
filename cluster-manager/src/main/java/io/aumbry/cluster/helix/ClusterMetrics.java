package io.aumbry.cluster.helix;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Time;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of a process's membership in the cluster. One instance for each process. */
public final class ClusterMetrics {
  private final Metrics metrics;
  private final Time time;
  private final AtomicInteger sessionsLost = new AtomicInteger();
  private final AtomicInteger connectionsRenewed = new AtomicInteger();
  private final AtomicInteger statesCorrected = new AtomicInteger();
  private final AtomicInteger transitionsRunning = new AtomicInteger();
  private final Family<Summary> transitions;

  public ClusterMetrics(Metrics metrics, Time time) {
    this.metrics = metrics;
    this.time = time;
    metrics.gauge("aumbry_cluster_sessions_lost", "Expired ZooKeeper sessions", sessionsLost::get);
    metrics.gauge(
        "aumbry_cluster_states_corrected",
        "Replicas with a wrong reported state that was corrected; 0 except on storage nodes",
        statesCorrected::get);
    metrics.gauge(
        "aumbry_cluster_connections_renewed",
        "ZooKeeper connections reopened after Helix gave up. The log names the reason",
        connectionsRenewed::get);
    this.transitions =
        metrics.durations(
            "aumbry_cluster_transitions_seconds",
            "Time of a state transition, by target state, including waits for peers."
                + " Outcomes: done, withdrawn (cancelled while it waited), failed (the replica is"
                + " in error)",
            "to",
            "outcome");
  }

  public enum Outcome {
    DONE,
    WITHDRAWN,
    FAILED
  }

  void sessionLost() {
    sessionsLost.incrementAndGet();
  }

  void connectionRenewed() {
    connectionsRenewed.incrementAndGet();
  }

  public void stateCorrected() {
    statesCorrected.incrementAndGet();
  }

  public Transition begin(ReplicaState to) {
    transitionsRunning.incrementAndGet();
    long start = time.monotonicNanos();
    return outcome -> {
      transitionsRunning.decrementAndGet();
      transitions.of(label(to), label(outcome)).record(time.monotonicNanos() - start);
    };
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  public interface Transition {
    void end(Outcome outcome);
  }

  public void showTransitions() {
    metrics.gauge(
        "aumbry_cluster_transitions_running",
        "State transitions in progress. Long ones wait for peers; the log names the peers",
        transitionsRunning::get);
  }

  public void showUnlisted(Gauge stores) {
    metrics.gauge(
        "aumbry_cluster_unlisted_stores",
        "Complete stores on this node that no preference list named when it joined, and that do not"
            + " serve yet. Investigate if above 0 for longer than a minute",
        stores);
  }

  public void showView(Gauge version, Gauge ageSeconds) {
    metrics.gauge(
        "aumbry_cluster_view_version",
        "Cluster views since the start. Fast growth means that nodes come and go",
        version);
    metrics.gauge(
        "aumbry_cluster_view_age_seconds",
        "Time since the view was last confirmed: 0 while the ZooKeeper of this data centre"
            + " answers. For a view kept from an earlier run, since it was written",
        ageSeconds);
  }

  public void showIncomplete(Gauge partitions) {
    metrics.gauge(
        "aumbry_cluster_partitions_incomplete",
        "Partitions with fewer readable replicas in this data centre than configured."
            + " Investigate if above 0 for longer than a restart or a move",
        partitions);
  }

  public void showUnreachable(Gauge dataCenters) {
    metrics.gauge(
        "aumbry_cluster_view_unreachable",
        "Data centres whose ZooKeeper does not answer; their last known state is used",
        dataCenters);
  }

  public Time time() {
    return time;
  }
}
