package io.aumbry.catalog.sql.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs requests of many callers in groups. The thread of a group's first request runs it. Requests
 * join until the database begins with the group, and later ones form the next group, so groups grow
 * with the load and an idle catalog adds no delay.
 *
 * @param <Q> type of the requests
 */
final class RequestGroups<Q extends GroupRequest<?>> {
  private static final Logger LOG = LoggerFactory.getLogger(RequestGroups.class);

  private final String name;
  private final Limits limits;
  private final Worker<Q> worker;
  private final Queue<Q> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicReference<State> state = new AtomicReference<>(new State(0, false));

  /**
   * What runs.
   *
   * @param running number of groups
   * @param open whether the latest one will still take the requests that wait
   */
  private record State(int running, boolean open) {
    State started() {
      return new State(running + 1, true);
    }

    State closed() {
      return new State(running, false);
    }

    State ended() {
      return new State(running - 1, open);
    }
  }

  /**
   * The limits of groups.
   *
   * @param waiting number of waiting requests; further ones fail
   * @param size requests of a group
   * @param running groups at a time
   */
  record Limits(int waiting, int size, int running) {
    Limits {
      Bounds.check("waiting requests", waiting, 1, 1_000_000);
      Bounds.check("size of a group", size, 1, 1024);
      Bounds.check("running groups", running, 1, 64);
    }
  }

  /** Runs a group and answers each of its requests. An exception answers the rest. */
  @FunctionalInterface
  interface Worker<Q extends GroupRequest<?>> {
    void run(Group<Q> group, Carrier carrier);
  }

  /** Requests that run together. Thread-safe. */
  static final class Group<Q extends GroupRequest<?>> {
    private final RequestGroups<Q> owner;
    private @Nullable List<Q> members;

    private Group(RequestGroups<Q> owner) {
      this.owner = owner;
    }

    /** The requests. The first call closes the group; it may be empty. */
    synchronized List<Q> requests() {
      List<Q> known = members;
      if (known == null) {
        known = owner.takeWaiting();
        members = known;
      }
      return known;
    }
  }

  RequestGroups(String name, Limits limits, Worker<Q> worker) {
    this.name = name;
    this.limits = limits;
    this.worker = worker;
  }

  /**
   * Lets a request wait for its group, or runs that group.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} if too many requests wait
   */
  void submit(Q request, Carrier carrier) {
    if (waiting.incrementAndGet() > limits.waiting()) {
      waiting.decrementAndGet();
      throw new AumbryException(
          ErrorCode.OVERLOADED, limits.waiting() + " " + name + " wait for the database");
    }
    queue.add(request);
    if (mayRun()) {
      run(carrier);
    }
  }

  /** The number of requests that wait for a group to start. */
  int waiting() {
    return waiting.get();
  }

  private boolean mayRun() {
    State now = state.get();
    while (!now.open() && now.running() < limits.running()) {
      if (state.compareAndSet(now, now.started())) {
        return true;
      }
      now = state.get();
    }
    return false;
  }

  /**
   * Runs a group. Requests that came too late for it get a thread of their own, so that no request
   * works for later ones.
   */
  private void run(Carrier carrier) {
    run(new Group<>(this), carrier);
    state.updateAndGet(State::ended);
    if (!queue.isEmpty() && mayRun()) {
      start(carrier);
    }
  }

  private void start(Carrier carrier) {
    try {
      carrier.start(name, () -> run(carrier));
    } catch (RuntimeException e) {
      state.updateAndGet(now -> now.closed().ended());
      throw e;
    }
  }

  /** Closes before it takes: a request that finds no open group runs one, and none is left. */
  private List<Q> takeWaiting() {
    state.updateAndGet(State::closed);
    List<Q> group = new ArrayList<>();
    while (group.size() < limits.size()) {
      Q request = queue.poll();
      if (request == null) {
        break;
      }
      waiting.decrementAndGet();
      if (request.start()) {
        group.add(request);
      }
    }
    return group;
  }

  private void run(Group<Q> group, Carrier carrier) {
    try {
      worker.run(group, carrier);
    } catch (AumbryException e) {
      group.requests().forEach(request -> request.fail(e));
    } catch (RuntimeException e) {
      List<Q> failed = group.requests();
      LOG.error("A group of {} {} failed", failed.size(), name, e);
      AumbryException bug = new AumbryException(ErrorCode.INTERNAL, "The catalog failed", e);
      failed.forEach(request -> request.fail(bug));
    }
  }
}
