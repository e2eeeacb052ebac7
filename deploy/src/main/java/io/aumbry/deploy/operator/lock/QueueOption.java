package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockWait;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.Pause;
import io.aumbry.protocol.runtime.SystemTime;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** {@code --wait} of a command that requests a lock. */
public final class QueueOption {
  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = WaitConverter.class,
      description =
          "Queue behind others for at most this time, up to 365d. By default the command does not"
              + " wait.")
  private Duration wait = Duration.ZERO;

  /** Whether the command may queue. */
  public boolean mayWait() {
    return !wait.isZero();
  }

  /**
   * Requests a lock, and waits for it as long as the option allows.
   *
   * @param note gets the activities ahead whenever they change
   */
  public LockAnswer acquire(HostLocks locks, LockWait.Attempt request, Consumer<String> note)
      throws InterruptedException {
    try (Pause pause = new Pause()) {
      return new LockWait(locks, pause::of, new SystemTime())
          .acquire(request, wait, new QueueNews(note));
    }
  }

  /** Tells why a request was refused. */
  public String refusal(LockAnswer answer) {
    int count = answer.ahead().size();
    return mayWait()
        ? "%d ahead after %s; the request is withdrawn"
            .formatted(count, NumberText.span(wait.toMillis()))
        : count + " ahead; --wait TIME queues behind them";
  }
}
