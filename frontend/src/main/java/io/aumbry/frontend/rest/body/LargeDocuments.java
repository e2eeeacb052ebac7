package io.aumbry.frontend.rest.body;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reads and writes large documents on one thread of its own, because a document of 20 MiB would
 * hold up all requests of its event loop for a noticeable time. The request parks. The thread ends
 * when it has had nothing to do for a while.
 */
final class LargeDocuments {
  /** Documents that may wait for the thread. */
  static final int MOST_WAITING = 64;

  private static final int IDLE_SECONDS = 10;

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MOST_WAITING),
          Thread.ofPlatform().daemon().name("large-documents").factory());

  LargeDocuments() {
    thread.allowCoreThreadTimeOut(true);
  }

  /** The outcome of the work on a document. */
  private sealed interface Outcome<T> {
    record Done<T>(T value) implements Outcome<T> {}

    record Failed<T>(RuntimeException failure) implements Outcome<T> {}
  }

  /**
   * Reads or writes a document on the thread, and waits for it.
   *
   * @throws AumbryException {@code OVERLOADED} if too many documents wait, {@code TIMED_OUT}
   */
  <T> T run(Supplier<T> work, RequestContext context) {
    Mailbox<Outcome<T>> answer = new Mailbox<>();
    try {
      thread.execute(() -> answer.post(outcome(work)));
    } catch (RejectedExecutionException full) {
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          "More than " + MOST_WAITING + " large JSON documents wait to be read or written",
          full);
    }
    Outcome<T> outcome =
        context
            .await(answer, context.deadline())
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.TIMED_OUT, "The JSON document was not read or written in time"));
    return switch (outcome) {
      case Outcome.Done<T>(T value) -> value;
      case Outcome.Failed<T>(RuntimeException failure) -> throw failure;
    };
  }

  int waiting() {
    return thread.getQueue().size();
  }

  private static <T> Outcome<T> outcome(Supplier<T> work) {
    try {
      return new Outcome.Done<>(work.get());
    } catch (RuntimeException failure) {
      return new Outcome.Failed<>(failure);
    } catch (Error failure) {
      return new Outcome.Failed<>(
          new IllegalStateException("A large JSON document was not read or written", failure));
    }
  }
}
