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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs requests of many callers in groups. While groups run, further requests wait and form the
 * next group, so groups grow with the load and an idle catalog adds no delay.
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
  private final AtomicInteger running = new AtomicInteger();

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
  interface Worker<Q> {
    void run(List<Q> group, Carrier carrier);
  }

  RequestGroups(String name, Limits limits, Worker<Q> worker) {
    this.name = name;
    this.limits = limits;
    this.worker = worker;
  }

  /**
   * Lets a request wait for its group.
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
      start(carrier);
    }
  }

  /** The number of requests that wait for a group to start. */
  int waiting() {
    return waiting.get();
  }

  private boolean mayRun() {
    int now = running.get();
    while (now < limits.running()) {
      if (running.compareAndSet(now, now + 1)) {
        return true;
      }
      now = running.get();
    }
    return false;
  }

  private void start(Carrier carrier) {
    try {
      carrier.start(name, () -> drain(carrier));
    } catch (RuntimeException e) {
      running.decrementAndGet();
      throw e;
    }
  }

  /** Looks at the queue again after it gave its place up, so that no request is left behind. */
  private void drain(Carrier carrier) {
    do {
      List<Q> group = next();
      while (!group.isEmpty()) {
        run(group, carrier);
        group = next();
      }
      running.decrementAndGet();
    } while (!queue.isEmpty() && mayRun());
  }

  private List<Q> next() {
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

  private void run(List<Q> group, Carrier carrier) {
    try {
      worker.run(group, carrier);
    } catch (AumbryException e) {
      group.forEach(request -> request.fail(e));
    } catch (RuntimeException e) {
      LOG.error("A group of {} {} failed", group.size(), name, e);
      AumbryException bug = new AumbryException(ErrorCode.INTERNAL, "The catalog failed", e);
      group.forEach(request -> request.fail(bug));
    }
  }
}
