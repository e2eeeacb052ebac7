package io.aumbry.store.io;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.disk.DiskGuard;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Work of a disk thread, for which a request waits until it gives up. */
public final class DiskCall<T> implements Runnable, DiskGuard.Concerned {
  @FunctionalInterface
  public interface Work<T> {
    T perform() throws IOException;
  }

  private sealed interface Outcome<T> {
    record Success<T>(T value) implements Outcome<T> {}

    record Failure<T>(Throwable cause) implements Outcome<T> {}
  }

  private final Work<T> work;
  private final Consumer<T> discard;
  private final DiskGuard guard;
  private final Mailbox<Outcome<T>> answer = new Mailbox<>();
  private volatile boolean givenUp;

  /**
   * Prepares a call that runs once.
   *
   * @param discard releases an unwanted result
   */
  public DiskCall(Work<T> work, Consumer<T> discard, DiskGuard guard) {
    this.work = work;
    this.discard = discard;
    this.guard = guard;
  }

  /**
   * Runs the work on a thread of its own, so that only this thread hangs with the disk. Waits for
   * the result without a deadline.
   */
  public T carriedBy(BlockingThreads threads) {
    guard.requireInService();
    threads.start("disk-" + guard + "-call", this);
    return guarded(answer::take);
  }

  @Override
  public void run() {
    if (givenUp) {
      return;
    }
    Outcome<T> outcome;
    try {
      outcome = new Outcome.Success<>(work.perform());
    } catch (IOException | RuntimeException | Error e) {
      outcome = new Outcome.Failure<>(e);
    }
    answer.post(outcome);
    if (givenUp) {
      discardAnswer();
    }
  }

  public T await(RequestContext context) {
    return guarded(() ->
        answer
            .take(context.deadline(), context.carrier(), context.claimant()::isGone)
            .orElseGet(() -> new Outcome.Failure<>(unanswered(context))));
  }

  private static AumbryException unanswered(RequestContext context) {
    return context.claimant().isGone()
        ? new AumbryException(ErrorCode.CLIENT_GONE, "The client abandoned the read")
        : new AumbryException(ErrorCode.TIMED_OUT, "The disk has not answered before the deadline");
  }

  private T guarded(Supplier<Outcome<T>> waiting) {
    Outcome<T> outcome;
    guard.add(this);
    try {
      outcome = waiting.get();
    } finally {
      guard.remove(this);
    }
    return switch (outcome) {
      case Outcome.Success<T>(T value) -> value;
      case Outcome.Failure<T>(Throwable cause) -> {
        giveUp();
        throw failure(cause);
      }
    };
  }

  @Override
  public void outOfService(AumbryException why) {
    answer.post(new Outcome.Failure<>(why));
  }

  public void giveUp() {
    givenUp = true;
    discardAnswer();
  }

  /** Called by the poster and by the caller that gives up; the later one finds the result. */
  private void discardAnswer() {
    for (var next = answer.poll(); next.isPresent(); next = answer.poll()) {
      if (next.get() instanceof Outcome.Success<T>(T value)) {
        discard.accept(value);
      }
    }
  }

  private static AumbryException failure(Throwable cause) {
    return switch (cause) {
      case AumbryException known ->
          new AumbryException(known.code(), String.valueOf(known.getMessage()), known);
      case IOException broken ->
          new AumbryException(ErrorCode.DISK_FAILED, "A read failed: " + broken, broken);
      default -> new AumbryException(ErrorCode.INTERNAL, "A read failed: " + cause, cause);
    };
  }
}
