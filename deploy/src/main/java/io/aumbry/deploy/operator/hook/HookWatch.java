package io.aumbry.deploy.operator.hook;

import io.aumbry.deploy.process.Pause;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A thread that enforces the limits of hooks while their executor hangs, for example in a call to
 * ZooKeeper. A process that is stopped (SIGSTOP) enforces nothing until it goes on.
 */
public final class HookWatch implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final HookFolder hooks;
  private final Consumer<String> news;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("hook-watch").unstarted(this::run);

  private HookWatch(HookFolder hooks, Consumer<String> news) {
    this.hooks = hooks;
    this.news = news;
  }

  /**
   * Starts the thread.
   *
   * @param news gets failures, for people
   */
  public static HookWatch start(HookFolder hooks, Consumer<String> news) {
    HookWatch watch = new HookWatch(hooks, news);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try (Pause pause = new Pause()) {
      for (; ; pause.of(PERIOD)) {
        enforceLimits();
      }
    } catch (InterruptedException _) {
      // It is closed.
    }
  }

  /** A failure is shown, and tried again. */
  private void enforceLimits() {
    try {
      hooks.enforceLimits();
    } catch (RuntimeException e) {
      news.accept("cannot enforce the limits of hooks: " + e);
    }
  }

  /** Stops the thread, and no hook. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
