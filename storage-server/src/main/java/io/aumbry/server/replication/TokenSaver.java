package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.replica.ReplicaRegistry;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes replication tokens every second. Its own thread waits for disks. Tokens are safe to lose,
 * so a tick is skipped while the previous one is in progress.
 */
public final class TokenSaver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TokenSaver.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private enum Tick {
    SAVE,
    STOP
  }

  private final ReplicaRegistry registry;
  private final Carrier carrier;
  private final BlockingQueue<Tick> ticks = new ArrayBlockingQueue<>(2);
  private final Thread thread;
  private volatile Timer next = () -> {};
  private volatile boolean closed;

  public TokenSaver(ReplicaRegistry registry, NodeEnvironment environment) {
    this.registry = registry;
    this.carrier = environment.carrier();
    this.thread = environment.threads().unstarted("replication-tokens", this::run);
  }

  public void start() {
    thread.start();
    schedule();
  }

  private void schedule() {
    next = carrier.schedule(INTERVAL, this::tick);
  }

  private void tick() {
    if (!closed) {
      if (ticks.isEmpty()) {
        ticks.add(Tick.SAVE);
      }
      schedule();
    }
  }

  private void run() {
    try {
      while (ticks.take() == Tick.SAVE) {
        save();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void save() {
    try {
      registry.saveTokens();
    } catch (RuntimeException bug) {
      LOG.atError().setCause(bug).log("replication tokens not saved");
    }
  }

  /** Stops. Closing a replica saves its tokens. */
  @Override
  public void close() {
    closed = true;
    next.cancel();
    ticks.offer(Tick.STOP);
  }
}
