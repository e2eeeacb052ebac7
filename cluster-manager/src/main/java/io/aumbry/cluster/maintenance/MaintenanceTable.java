package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.MaintenanceWorkflow.State;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The maintenance workflows of a data centre: at most one, and a history. Immutable.
 *
 * @param executor the number of the last executor's lock. An earlier executor changes nothing
 * @param workflow the current one, or the last one until another begins
 * @param history of ended workflows, the oldest first
 */
public record MaintenanceTable(
    long executor, Optional<MaintenanceWorkflow> workflow, List<Ended> history) {
  public static final MaintenanceTable EMPTY = new MaintenanceTable(0, Optional.empty(), List.of());

  static final int MOST_ENDED = 50;

  /** Bytes of the reasons of the whole history, in UTF-8. The oldest are forgotten beyond. */
  private static final int MOST_BYTES = 60_000;

  /** A workflow in the history. */
  public record Ended(
      long number, String id, String owner, String purpose, End end, int done, SetAside setAside) {
    private Ended withoutReasons() {
      SetAside counted = new SetAside(setAside.hosts(), new TreeMap<>());
      return new Ended(number, id, owner, purpose, end, done, counted);
    }

    /** Whether it may have been started by an order, as far as the history tells. */
    boolean isOf(MaintenanceOrder order) {
      return owner.equals(order.owner())
          && purpose.equals(order.purpose())
          && end.hosts() == order.hosts().size();
    }
  }

  /**
   * The hosts that a workflow has set aside.
   *
   * @param reasons by host, of the first hosts
   */
  public record SetAside(int hosts, SortedMap<String, String> reasons) {
    static final int MOST_REASONS = 20;

    /** Bytes of the record that a reason takes besides its text and the name of its host. */
    private static final int OF_REASON = 20;

    public SetAside {
      SortedMap<String, String> first = new TreeMap<>();
      reasons.entrySet().stream()
          .limit(MOST_REASONS)
          .forEach(each -> first.put(each.getKey(), each.getValue()));
      reasons = Collections.unmodifiableSortedMap(first);
    }

    static SetAside of(MaintenanceWorkflow workflow) {
      SortedMap<String, String> reasons = new TreeMap<>();
      workflow
          .hosts()
          .forEach((host, progress) -> {
            if (progress.step() == HostStep.SET_ASIDE) {
              reasons.put(host, progress.note().failure());
            }
          });
      return new SetAside(reasons.size(), reasons);
    }

    private int bytes() {
      return reasons.entrySet().stream()
          .mapToInt(each ->
              OF_REASON
                  + each.getKey().length()
                  + each.getValue().getBytes(StandardCharsets.UTF_8).length)
          .sum();
    }
  }

  /** The end of a workflow. */
  public record End(State state, String reason, long startedMillis, long endedMillis, int hosts) {}

  public MaintenanceTable {
    history = bounded(history.subList(Math.max(0, history.size() - MOST_ENDED), history.size()));
  }

  private static List<Ended> bounded(List<Ended> history) {
    List<Ended> bounded = new ArrayList<>();
    int bytes = 0;
    for (Ended each : history.reversed()) {
      bytes += each.setAside().bytes();
      bounded.add(bytes <= MOST_BYTES ? each : each.withoutReasons());
    }
    return List.copyOf(bounded.reversed());
  }

  public Optional<MaintenanceWorkflow> active() {
    return workflow.filter(each -> !each.state().isEnd());
  }

  /**
   * Starts a workflow. A repeated order has no effect, also after its workflow has ended, unless
   * the history has forgotten it.
   *
   * @throws AumbryException {@code CONFLICT} if another is active, {@code BAD_REQUEST} if the id
   *     was that of a different order
   */
  public MaintenanceTable start(MaintenanceOrder order, long nowMillis) {
    if (isRepeated(order)) {
      return this;
    }
    active()
        .ifPresent(each -> {
          throw conflict(
              "maintenance %d of %s for %s is %s; a data centre has one at a time"
                  .formatted(
                      each.number(), each.order().owner(), each.order().purpose(), each.state()));
        });
    long number = workflow.map(MaintenanceWorkflow::number).orElse(0L) + 1;
    List<Ended> ended = new ArrayList<>(history);
    workflow.ifPresent(each -> ended.add(ended(each)));
    return new MaintenanceTable(
        executor, Optional.of(MaintenanceWorkflow.of(number, order, nowMillis)), ended);
  }

  private boolean isRepeated(MaintenanceOrder order) {
    Optional<MaintenanceWorkflow> same =
        workflow.filter(each -> each.order().id().equals(order.id()));
    if (same.isPresent()) {
      boolean isEnd = same.get().state().isEnd();
      if (!same.get().order().compared(isEnd).equals(order.compared(isEnd))) {
        throw differs(order, same.get().number());
      }
      return true;
    }
    Optional<Ended> ended = ended(order.id());
    ended
        .filter(each -> !each.isOf(order))
        .ifPresent(each -> {
          throw differs(order, each.number());
        });
    return ended.isPresent();
  }

  private static AumbryException differs(MaintenanceOrder order, long number) {
    return new AumbryException(
        ErrorCode.BAD_REQUEST,
        "request id %s belongs to maintenance %d, which differs".formatted(order.id(), number));
  }

  /** The ended workflow of an order. */
  public Optional<Ended> ended(String id) {
    return ended().stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /** All ended workflows, with the last one. */
  public List<Ended> ended() {
    List<Ended> all = new ArrayList<>(history);
    workflow.filter(each -> each.state().isEnd()).ifPresent(each -> all.add(ended(each)));
    return all;
  }

  private static Ended ended(MaintenanceWorkflow workflow) {
    MaintenanceWorkflow.Standing standing = workflow.standing();
    return new Ended(
        workflow.number(),
        workflow.order().id(),
        workflow.order().owner(),
        workflow.order().purpose(),
        new End(
            standing.state(),
            standing.reason(),
            workflow.startedMillis(),
            standing.sinceMillis(),
            workflow.hosts().size()),
        workflow.hosts(List.of(HostStep.DONE)).size(),
        SetAside.of(workflow));
  }

  /**
   * Changes the active workflow.
   *
   * @throws AumbryException {@code NOT_FOUND} if none is active
   */
  public MaintenanceTable change(UnaryOperator<MaintenanceWorkflow> change) {
    MaintenanceWorkflow before =
        active()
            .orElseThrow(() ->
                new AumbryException(ErrorCode.NOT_FOUND, "no maintenance workflow is active"));
    return new MaintenanceTable(executor, Optional.of(change.apply(before)), history);
  }

  /**
   * A change by an executor. No effect if the workflow has ended or another has begun.
   *
   * @throws AumbryException {@code CONFLICT} if a later executor has taken over
   */
  MaintenanceTable execute(long by, long number, UnaryOperator<MaintenanceWorkflow> change) {
    if (by < executor) {
      throw conflict("executor " + executor + " has taken over from executor " + by);
    }
    boolean isSame = active().filter(each -> each.number() == number).isPresent();
    return new MaintenanceTable(by, isSame ? workflow.map(change) : workflow, history);
  }

  private static AumbryException conflict(String message) {
    return new AumbryException(ErrorCode.CONFLICT, message);
  }
}
