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
 * Runs the virtual threads of a loop that is held, until it goes on.
 *
 * <p>A loop and the virtual threads that it carries can deadlock over any lock that both take, in a
 * library, in logging or in the JDK: the lock is passed on to a virtual thread that only this loop
 * can run, while the loop itself waits in the queue behind it. Locks are kept off the path of
 * requests, but not all of them are ours. So when turns wait, the loop has come to none between two
 * looks and its thread is parked, this thread runs them. That is safe since code on virtual threads
 * does not rely on its carrier being one certain thread: without the option of {@link LoopThreads}
 * it never is.
 */
final class LoopRescue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopRescue.class);

  private static final long LOOK_MILLIS = 25;
  private static final int STACK_DEPTH = 12;

  /** Of so many rescues of a loop one is logged. */
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

  /** How often a loop was held so long that its threads were run elsewhere. */
  long rescues() {
    return rescues.get();
  }

  @Override
  public void close() {
    var _ = rescuer.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
  }

  /** What was seen of one loop; used by the rescuer's thread alone. */
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
            .log("An event loop is held; its requests are run in its place");
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
