package io.aumbry.server.replication;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pull and its answer as both nodes remember them, so that the next pull and its answer name only
 * the partitions that have changed. Both nodes compute it from the same two messages. Immutable.
 *
 * @param number chosen by the answering node; 0 if there is nothing to continue
 * @param points of all partitions of the pull, those that it named last
 * @param batches the last known batch of each partition that could be pulled
 */
public record PullExchange(
    long number, Map<Integer, Pull.From> points, Map<Integer, Batch> batches) {
  public static final PullExchange NONE = new PullExchange(0, Map.of(), Map.of());

  public boolean isNone() {
    return number == 0;
  }

  /** Returns a pull that continues this exchange as if it named each of its partitions. */
  Pull whole(Pull pull) {
    if (isNone()) {
      return pull;
    }
    Map<Integer, Pull.From> all = named(pull);
    return new Pull(
        pull.puller(),
        List.copyOf(all.values()),
        pull.form(),
        pull.maxBytes(),
        pull.waitMillis(),
        pull.earlier());
  }

  private Map<Integer, Pull.From> named(Pull pull) {
    if (pull.points().isEmpty() && pull.earlier().dropped().isEmpty()) {
      return points;
    }
    Map<Integer, Pull.From> all = new LinkedHashMap<>(points);
    pull.earlier().dropped().forEach(all::remove);
    for (Pull.From point : pull.points()) {
      all.remove(point.partition());
      all.put(point.partition(), point);
    }
    return all;
  }

  /**
   * Returns a pull that names only what differs from the pull of this exchange, or the same pull if
   * they have no partition in common.
   */
  public Pull shorten(Pull whole) {
    List<Pull.From> changed = new ArrayList<>();
    int kept = 0;
    for (Pull.From point : whole.points()) {
      kept += points.containsKey(point.partition()) ? 1 : 0;
      if (!point.equals(points.get(point.partition()))) {
        changed.add(point);
      }
    }
    if (isNone() || kept == 0) {
      return whole;
    }
    return new Pull(
        whole.puller(),
        changed,
        whole.form(),
        whole.maxBytes(),
        whole.waitMillis(),
        new Pull.Earlier(number, kept == points.size() ? List.of() : dropped(whole)));
  }

  private List<Integer> dropped(Pull whole) {
    Map<Integer, Pull.From> asked = byPartition(whole.points());
    return points.keySet().stream().filter(partition -> !asked.containsKey(partition)).toList();
  }

  private static Map<Integer, Pull.From> byPartition(List<Pull.From> points) {
    Map<Integer, Pull.From> all = new LinkedHashMap<>();
    points.forEach(point -> all.put(point.partition(), point));
    return all;
  }

  /**
   * Returns the exchange after the answer to a pull that continues this one.
   *
   * @param pull as it was sent, see {@link #shorten}
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} if the answer names a partition that
   *     the pull does not ask for, or one twice, or does not fit the pull
   */
  public PullExchange next(Pull pull, Pulled answer) {
    boolean isContinued = !pull.earlier().isNone();
    if (answer.scope() == Pulled.Scope.NONE && isContinued) {
      return NONE;
    }
    if (answer.scope() != Pulled.Scope.ALL && !isContinued) {
      throw corrupt(
          "of scope " + answer.scope() + " does not fit a pull that names its partitions");
    }
    Map<Integer, Pull.From> asked = isContinued ? named(pull) : byPartition(pull.points());
    return new PullExchange(
        answer.exchange(),
        asked,
        answer.scope() == Pulled.Scope.ALL
            ? added(new HashMap<>(), asked.keySet(), answer)
            : added(kept(pull), asked.keySet(), answer));
  }

  private Map<Integer, Batch> kept(Pull pull) {
    Map<Integer, Batch> kept = new HashMap<>(batches);
    pull.earlier().dropped().forEach(kept::remove);
    return kept;
  }

  private static Map<Integer, Batch> added(
      Map<Integer, Batch> known, Set<Integer> asked, Pulled answer) {
    Map<Integer, Batch> named = new HashMap<>();
    for (Batch batch : answer.batches()) {
      if (!asked.contains(batch.partition())) {
        throw corrupt(
            "names partition %d, which the pull did not name".formatted(batch.partition()));
      }
      if (named.put(batch.partition(), batch) != null) {
        throw corrupt("names partition %d twice".formatted(batch.partition()));
      }
    }
    known.putAll(named);
    return Collections.unmodifiableMap(known);
  }

  private static AumbryException corrupt(String reason) {
    return new AumbryException(ErrorCode.CORRUPT_TRANSFER, "The answer to a pull " + reason);
  }

  /**
   * The batches of an answer that has led to this exchange, and those that it implies. The named
   * ones come first, in their order.
   */
  public List<Batch> stated(Pulled answer) {
    if (answer.scope() != Pulled.Scope.CHANGES) {
      return answer.batches();
    }
    List<Batch> all = new ArrayList<>(answer.batches());
    Map<Integer, Batch> implied = new HashMap<>(batches);
    answer.batches().forEach(batch -> implied.remove(batch.partition()));
    all.addAll(implied.values());
    return all;
  }

  /** Whether an answer may leave out this batch, because the puller knows it from this exchange. */
  boolean implies(Batch batch) {
    return batch.length() == 0 && batch.equals(batches.get(batch.partition()));
  }
}
