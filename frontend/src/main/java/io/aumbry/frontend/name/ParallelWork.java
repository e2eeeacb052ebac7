package io.aumbry.frontend.name;

import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs background work for many blobs, a window at a time, and rests after each window.
 *
 * @param name of the threads
 * @param failed counts errors
 */
record ParallelWork(String name, Carrier carrier, Counter failed) {
  /** Calls under way. */
  static final int WINDOW = 16;

  private static final Logger LOG = LoggerFactory.getLogger(ParallelWork.class);

  /** Returns the items for which the work succeeded. */
  <T> List<T> run(List<T> items, BiConsumer<T, RequestContext> work, UpkeepPace pace) {
    List<T> done = new ArrayList<>(items.size());
    for (int from = 0; from < items.size(); from += WINDOW) {
      List<T> window = items.subList(from, Math.min(from + WINDOW, items.size()));
      Mailbox<Optional<T>> results = new Mailbox<>();
      for (T item : window) {
        RequestContext context = pace.context();
        carrier.start(name, () -> results.post(tried(item, work, context)));
      }
      for (int i = 0; i < window.size(); i++) {
        results.take().ifPresent(done::add);
      }
      pace.rest();
    }
    return done;
  }

  /** The root of its thread. */
  private <T> Optional<T> tried(
      T item, BiConsumer<T, RequestContext> work, RequestContext context) {
    try {
      work.accept(item, context);
      return Optional.of(item);
    } catch (AumbryException e) {
      failed.increment();
      LOG.atDebug().addKeyValue("work", name).addKeyValue("item", item).log("To repeat: {}", e);
    } catch (RuntimeException bug) {
      failed.increment();
      LOG.atError()
          .addKeyValue("work", name)
          .addKeyValue("item", item)
          .setCause(bug)
          .log("A bug; the work will be repeated");
    }
    return Optional.empty();
  }
}
