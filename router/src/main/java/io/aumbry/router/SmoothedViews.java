package io.aumbry.router;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.router.policy.ViewSmoothing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Smooths the views of another source with {@link ViewSmoothing}. */
public final class SmoothedViews implements ClusterViews {
  private static final Logger LOG = LoggerFactory.getLogger(SmoothedViews.class);

  private final Carrier carrier;

  private volatile ViewSmoothing belief;

  private ClusterView seen;
  private Optional<Timer> end = Optional.empty();
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();

  private SmoothedViews(ClusterView first, ViewSmoothing.Rule rule, Carrier carrier) {
    this.carrier = carrier;
    this.seen = first;
    this.belief = ViewSmoothing.first(first, rule, carrier.time().monotonicNanos());
  }

  public static SmoothedViews of(
      ClusterViews source, RouterConfig config, Carrier carrier, Metrics metrics) {
    ViewSmoothing.Rule rule = new ViewSmoothing.Rule(config.writeQuorum(), config.tuning().hold());
    SmoothedViews views = new SmoothedViews(source.current(), rule, carrier);
    metrics.gauge(
        "aumbry_router_partitions_held",
        "Partitions for which the router uses an earlier cluster view, for up to 2 minutes,"
            + " because too few replicas appear to serve. Counted per data centre",
        () -> views.belief.held());
    source.subscribe(views::see);
    return views;
  }

  @Override
  public ClusterView current() {
    return belief.view();
  }

  /** The monitor guards all state. Listeners run under it, so they see the views in order. */
  @Override
  public synchronized void subscribe(Consumer<ClusterView> listener) {
    listeners.add(listener);
    listener.accept(belief.view());
  }

  private synchronized void see(ClusterView view) {
    seen = view;
    lookAgain();
  }

  private synchronized void holdEnds() {
    lookAgain();
  }

  private synchronized void lookAgain() {
    long now = carrier.time().monotonicNanos();
    ViewSmoothing before = belief;
    ViewSmoothing next = before.next(seen, now);
    belief = next;
    end.ifPresent(Timer::cancel);
    end =
        next.endNanos().stream()
            .mapToObj(at -> carrier.schedule(Duration.ofNanos(at - now), this::holdEnds))
            .findFirst();
    if (!next.view().equals(before.view())) {
      listeners.forEach(listener -> listener.accept(next.view()));
    }
    say(before.held(), next.held());
  }

  private static void say(int heldBefore, int held) {
    if (heldBefore == 0 && held > 0) {
      LOG.atWarn()
          .addKeyValue("partitions", held)
          .log("Too few replicas appear to serve; using their last serving view");
    } else if (heldBefore > 0 && held == 0) {
      LOG.info("Using the current view of all partitions again");
    }
  }
}
