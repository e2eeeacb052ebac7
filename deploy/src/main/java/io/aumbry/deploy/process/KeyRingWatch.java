package io.aumbry.deploy.process;

import io.aumbry.frontend.access.key.KeyRingFile;
import io.aumbry.frontend.upkeep.BackgroundLoop;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Mailbox;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over changes of the key ring while a frontend runs. A change needs two reads, so it takes
 * effect within two periods. Helper threads read the file, because a file system may hang.
 */
final class KeyRingWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeyRingWatch.class);

  static final Duration PERIOD = Duration.ofMillis(500);

  private final KeyRingFile file;
  private final Runnable onChange;
  private final FrontendNames.Work work;
  private final BackgroundLoop loop;

  private KeyRingWatch(KeyRingFile file, Runnable onChange, FrontendNames.Work work) {
    this.file = file;
    this.onChange = onChange;
    this.work = work;
    this.loop =
        new BackgroundLoop(
            "key-ring",
            work.carrier(),
            new BackgroundLoop.Times(PERIOD, PERIOD),
            _ -> lookOnHelper());
  }

  /** Begins to watch. A helper thread calls {@code onChange} after each change of the keys. */
  static KeyRingWatch start(
      KeyRingFile file, Runnable onChange, FrontendNames.Work work, Metrics metrics) {
    metrics.gauge(
        "aumbry_frontend_key_ring_unusable",
        "1 while the file of the key ring has changed and has an error, so that its last keys stay"
            + " in use, else 0",
        () -> file.isUnusable() ? 1 : 0);
    KeyRingWatch watch = new KeyRingWatch(file, onChange, work);
    watch.loop.start();
    return watch;
  }

  private void lookOnHelper() {
    Mailbox<Boolean> done = new Mailbox<>();
    work.helpers()
        .execute(() -> {
          try {
            look();
          } finally {
            done.post(true);
          }
        });
    done.take();
  }

  private void look() {
    try {
      if (file.look()) {
        onChange.run();
      }
    } catch (RuntimeException bug) {
      LOG.atError().setCause(bug).log("The key ring was not read because of a bug");
    }
  }

  @Override
  public void close() {
    loop.stop(work.last().get());
  }
}
