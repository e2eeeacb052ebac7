package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The last exchange with each puller, for pulls that continue it. Bounded by the nodes of the view
 * and by the partitions of one pull. Any thread may call it.
 */
final class RememberedExchanges {
  /**
   * Longest time for which busy partitions may keep an answer from speaking about the others. Their
   * times in step then lag by as much.
   */
  private static final Duration UNSPOKEN = Duration.ofSeconds(1);

  private final ClusterViews views;
  private final RandomGenerator random;
  private final Time time;
  private final Map<Key, Turn> last = new ConcurrentHashMap<>();

  private record Key(String puller, Pull.Form form) {}

  /**
   * An exchange that a pull continues.
   *
   * @param spokenNanos when an answer last spoke about all partitions
   */
  record Turn(PullExchange exchange, long spokenNanos) {
    static final Turn FIRST = new Turn(PullExchange.NONE, 0);

    boolean isDue(Time time) {
      return exchange.isNone() || time.monotonicNanos() - spokenNanos >= UNSPOKEN.toNanos();
    }
  }

  RememberedExchanges(NodeEnvironment environment) {
    this.views = environment.views();
    this.random = environment.random();
    this.time = environment.carrier().time();
  }

  /** Returns the exchange that a pull continues; empty if it is not remembered. */
  Optional<Turn> continued(Pull pull) {
    if (pull.earlier().isNone()) {
      return Optional.of(Turn.FIRST);
    }
    return Optional.ofNullable(last.get(key(pull)))
        .filter(turn -> turn.exchange().number() == pull.earlier().exchange());
  }

  private static Key key(Pull pull) {
    return new Key(pull.puller(), pull.form());
  }

  /**
   * Gives an answer its number, and remembers it if the form acknowledges and the view lists the
   * puller.
   *
   * @param pull as it was received
   */
  Pulled remember(Pull pull, Turn before, Pulled answer) {
    ClusterView view = views.current();
    if (!pull.form().speaks() || !isNode(pull.puller(), view)) {
      return answer;
    }
    Pulled numbered = new Pulled(number(), answer.scope(), answer.batches());
    boolean isAboutAll = answer.scope() != Pulled.Scope.NAMED;
    long spoken = isAboutAll ? time.monotonicNanos() : before.spokenNanos();
    last.put(key(pull), new Turn(before.exchange().next(pull, numbered), spoken));
    if (last.size() > Pull.Form.values().length * view.nodes().size()) {
      last.keySet().removeIf(key -> !isNode(key.puller(), view));
    }
    return numbered;
  }

  private static boolean isNode(String name, ClusterView view) {
    return NodeId.isValid(name) && view.node(new NodeId(name)).isPresent();
  }

  /**
   * Never used before by this process or another one, so that no node continues another exchange.
   */
  private long number() {
    long number = random.nextLong();
    return number == 0 ? 1 : number;
  }

  /** The answer to a pull that continues an unknown exchange. */
  static Pulled unknown() {
    return new Pulled(0, Pulled.Scope.NONE, List.of());
  }
}
