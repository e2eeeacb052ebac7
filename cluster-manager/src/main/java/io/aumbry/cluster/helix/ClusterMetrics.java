package io.aumbry.cluster.helix;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** What a process shows of its part in the cluster. */
public final class ClusterMetrics {
  private final MetricRegistry registry;
  private final Time time;
  private final Counter sessionsLost;
  private final Counter connectionsRenewed;
  private final Counter statesCorrected;

  public ClusterMetrics(MetricRegistry registry, Time time) {
    this.registry = registry;
    this.time = time;
    this.sessionsLost = registry.counter("cluster.sessions.lost");
    this.statesCorrected = registry.counter("cluster.states.corrected");
    this.connectionsRenewed = registry.counter("cluster.connections.renewed");
  }

  /** What came of a wish of the coordinator. */
  public enum Outcome {
    DONE,
    /** No longer wanted, while it waited. */
    WITHDRAWN,
    FAILED
  }

  /** A session with ZooKeeper has ended by itself. */
  void sessionLost() {
    sessionsLost.inc();
  }

  /** Helix has given a connection up, or could not take up a new session: it is made anew. */
  void connectionRenewed() {
    connectionsRenewed.inc();
  }

  /** The cluster had been told something else of a replica than was so. */
  public void stateCorrected() {
    statesCorrected.inc();
  }

  /** A transition has begun; to be ended. */
  public Transition begin(ReplicaState to) {
    Counter running = registry.counter("cluster.transitions.running");
    running.inc();
    long start = time.monotonicNanos();
    return outcome -> {
      running.dec();
      registry
          .timer(("cluster.transitions." + to + "." + outcome).toLowerCase(Locale.ROOT))
          .update(Duration.ofNanos(time.monotonicNanos() - start));
    };
  }

  /** One that is under way. */
  public interface Transition {
    void end(Outcome outcome);
  }

  /** Shows how many views there were, and for how long the last one is not known to be true. */
  public void showView(LongSupplier version, LongSupplier ageSeconds) {
    show("cluster.view.version", version);
    show("cluster.view.age.seconds", ageSeconds);
  }

  /** Shows how many partitions have not all of their copies here. */
  public void showIncomplete(LongSupplier partitions) {
    show("cluster.partitions.incomplete", partitions);
  }

  /** Shows of how many data centres the view is kept from before, since they cannot be reached. */
  public void showUnreachable(LongSupplier dataCenters) {
    show("cluster.view.unreachable", dataCenters);
  }

  private void show(String name, LongSupplier value) {
    Gauge<Long> gauge = value::getAsLong;
    registry.register(name, gauge);
  }

  public Time time() {
    return time;
  }
}
