package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Scope;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements that pulls and their answers imply, because they repeat those of an earlier one. A
 * statement that is implied is made again, at the time of the later message.
 */
final class ContinuedPulls {
  /**
   * Exchanges that are kept for each pair. A client has one pull at a time, and sends more of them
   * than these only after the time limit of any earlier one.
   */
  private static final int KEPT = 256;

  /** In the order of the answers. */
  private final Map<Pair, LinkedHashMap<Long, Exchange>> exchanges = new HashMap<>();

  private record Pair(String client, String server, Pull.Form form) {}

  private record Exchange(Map<Integer, Pull.From> points, Map<Integer, Batch> batches) {
    static final Exchange NOTHING = new Exchange(Map.of(), Map.of());
  }

  /** The points of a pull, including the implied ones; by partition. */
  Map<Integer, Pull.From> points(String client, String server, Pull pull) {
    Map<Integer, Pull.From> points = new LinkedHashMap<>(earlier(client, server, pull).points());
    pull.earlier().dropped().forEach(points::remove);
    pull.points().forEach(point -> points.put(point.partition(), point));
    return points;
  }

  private Exchange earlier(String client, String server, Pull pull) {
    return pull.earlier().isNone()
        ? Exchange.NOTHING
        : exchanges
            .getOrDefault(new Pair(client, server, pull.form()), new LinkedHashMap<>())
            .getOrDefault(pull.earlier().exchange(), Exchange.NOTHING);
  }

  /** The batches of an answer, including the implied ones. */
  List<Batch> batches(String client, String server, Pull pull, Pulled answer) {
    return answer.scope() == Scope.CHANGES
        ? List.copyOf(known(client, server, pull, answer).values())
        : answer.batches();
  }

  private Map<Integer, Batch> known(String client, String server, Pull pull, Pulled answer) {
    Map<Integer, Batch> known = new LinkedHashMap<>();
    if (answer.scope() != Scope.ALL) {
      known.putAll(earlier(client, server, pull).batches());
      pull.earlier().dropped().forEach(known::remove);
    }
    answer.batches().forEach(batch -> known.put(batch.partition(), batch));
    return known;
  }

  /**
   * An answer leaves its node. The puller may continue the exchange that this pull continues, or a
   * later one: any number of answers may be lost. It never continues an earlier one again.
   */
  void answered(String client, String server, Pull pull, Pulled answer) {
    Exchange exchange =
        new Exchange(points(client, server, pull), known(client, server, pull, answer));
    LinkedHashMap<Long, Exchange> last =
        exchanges.computeIfAbsent(
            new Pair(client, server, pull.form()), _ -> new LinkedHashMap<>());
    last.put(answer.exchange(), exchange);
    if (!pull.earlier().isNone() && last.containsKey(pull.earlier().exchange())) {
      while (!last.firstEntry().getKey().equals(pull.earlier().exchange())) {
        last.pollFirstEntry();
      }
    }
    if (last.size() > KEPT) {
      last.pollFirstEntry();
    }
  }
}
