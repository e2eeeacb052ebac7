package io.aumbry.frontend.upkeep;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a round of work on a virtual thread of one carrier until it is stopped. A round that
 * fails is logged and repeated after the usual period.
 */
public final class BackgroundLoop {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);

  /** Limit of one call to the catalog or to storage nodes. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final String name;
  private final Carrier carrier;
  private final Times times;
  private final Consumer<UpkeepPace> round;

  /** Receives the request to stop, which stays in it. */
  private final Mailbox<Boolean> stop = new Mailbox<>();

  private final Mailbox<Boolean> ended = new Mailbox<>();
  private volatile boolean stopping;
  private int calls;

  /** The time between two rounds, and between two calls of a round. */
  public record Times(Duration period, Duration pace) {}

  public BackgroundLoop(String name, Carrier carrier, Times times, Consumer<UpkeepPace> round) {
    this.name = name;
    this.carrier = carrier;
    this.times = times;
    this.round = round;
  }

  /** Starts the first round. */
  public BackgroundLoop start() {
    carrier.start(name, this::run);
    return this;
  }

  private void run() {
    try {
      UpkeepPace pace = new UpkeepPace(times.pace(), this::context, this::sleep);
      while (!stopping) {
        runOnce(pace);
        rest(times.period());
      }
    } finally {
      ended.post(true);
    }
  }

  private void runOnce(UpkeepPace pace) {
    try {
      round.accept(pace);
    } catch (AumbryException e) {
      if (!stopping) {
        LOG.atWarn()
            .addKeyValue("work", name)
            .addKeyValue("code", e.code())
            .log("Background work failed, will retry: {}", e.getMessage());
      }
    } catch (RuntimeException bug) {
      LOG.atError().addKeyValue("work", name).setCause(bug).log("Background work failed: a bug");
    }
  }

  private RequestContext context() {
    calls++;
    return new RequestContext(name + "-" + calls, carrier, Deadline.after(LIMIT, carrier.time()));
  }

  private void sleep(Duration span) {
    rest(span);
    if (stopping) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This frontend is shutting down");
    }
  }

  private void rest(Duration span) {
    if (!stopping) {
      stop.take(Deadline.after(span, carrier.time()), carrier, () -> stopping);
    }
  }

  /** Ends the loop, and waits for its round until the deadline of {@code context}. */
  public void stop(RequestContext context) {
    stopping = true;
    stop.post(true);
    ended.take(context.deadline(), carrier);
  }
}
