package io.aumbry.transport.loop;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the virtual threads of a blocked event loop until the loop continues.
 *
 * <p>A loop can deadlock with a virtual thread that it carries over any lock that both take, in a
 * library, in logging or in the JDK: the virtual thread owns the lock but needs the loop to run.
 * The rescue thread runs waiting turns if the loop has run none between two looks and its thread is
 * parked. This is safe because code on virtual threads never depends on a certain carrier thread.
 */
final class LoopRescue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopRescue.class);

  private static final long LOOK_MILLIS = 25;
  private static final int STACK_DEPTH = 12;

  /** One in this number of rescues of a loop is logged. */
  private static final int LOG_EACH = 100;

  private final EventExecutor rescuer =
      new DefaultEventExecutor(new DefaultThreadFactory("aumbry-rescue", true));
  private final AtomicLong rescues = new AtomicLong();

  LoopRescue(List<LoopCarrier> carriers) {
    for (LoopCarrier carrier : carriers) {
      Look look = new Look(carrier);
      var _ =
          rescuer.scheduleWithFixedDelay(
              look::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  long rescues() {
    return rescues.get();
  }

  @Override
  public void close() {
    var _ = rescuer.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
  }

  /** The observations of one loop. Only the rescue thread uses it. */
  private final class Look {
    private final LoopCarrier carrier;
    private final TurnQueue turns;
    private long progressBefore;
    private boolean waitedBefore;
    private int unlogged;

    Look(LoopCarrier carrier) {
      this.carrier = carrier;
      this.turns = carrier.turns();
    }

    void look() {
      long progress = turns.progress();
      boolean waits = !turns.isEmpty();
      if (waits && waitedBefore && progress == progressBefore && carrier.isParked()) {
        rescue(progress);
      }
      waitedBefore = waits;
      progressBefore = progress;
    }

    private void rescue(long progress) {
      rescues.incrementAndGet();
      if (unlogged++ % LOG_EACH == 0) {
        LOG.atWarn()
            .addKeyValue("loop", carrier.index())
            .addKeyValue("stack", stack())
            .log("An event loop is blocked; the rescue thread runs its requests");
      }
      while (!turns.isEmpty() && turns.progress() == progress) {
        turns.runNext();
      }
    }

    private String stack() {
      return Arrays.stream(carrier.stack())
          .limit(STACK_DEPTH)
          .map(StackTraceElement::toString)
          .collect(Collectors.joining(" < "));
    }
  }
}
