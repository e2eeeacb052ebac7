package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One attempt at a transaction, between the thread that runs it and the request that waits for it.
 *
 * @param <R> type of the result
 */
final class SqlCall<R> {
  /**
   * The legal transitions are from each phase to the next one, and before COMMITTING to GIVEN_UP.
   */
  private enum Phase {
    WAITING,
    RUNNING,
    COMMITTING,
    /** The request has left. Nothing will be committed. */
    GIVEN_UP
  }

  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
  private final Mailbox<Attempt<R>> answer = new Mailbox<>();
  private final Deadline deadline;
  private final Deadline request;

  /**
   * Creates an attempt.
   *
   * @param deadline until which COMMIT must have begun
   * @param request the deadline of the request, which is not earlier
   */
  SqlCall(Deadline deadline, Deadline request) {
    this.deadline = deadline;
    this.request = request;
  }

  Deadline deadline() {
    return deadline;
  }

  /** Whether the attempt is still wanted. Called by the running thread. */
  boolean begin() {
    return phase.compareAndSet(Phase.WAITING, Phase.RUNNING);
  }

  /** Whether COMMIT may be sent. Called by the running thread. */
  boolean beginCommit() {
    return phase.compareAndSet(Phase.RUNNING, Phase.COMMITTING);
  }

  /** Ends the attempt. Called by the running thread. */
  void end(Attempt<R> result) {
    answer.post(result);
  }

  /**
   * Waits until the deadline, and until that of the request if COMMIT has begun.
   *
   * @throws AumbryException {@code OUTCOME_UNKNOWN} if COMMIT has not ended by then
   */
  Attempt<R> await(Carrier carrier) {
    Optional<Attempt<R>> result = answer.take(deadline, carrier);
    if (result.isPresent()) {
      return result.get();
    }
    boolean isGivenUp =
        phase.compareAndSet(Phase.WAITING, Phase.GIVEN_UP)
            || phase.compareAndSet(Phase.RUNNING, Phase.GIVEN_UP);
    if (isGivenUp) {
      return new Attempt.Failed<>(SqlFailure.TIMED_OUT, new IllegalStateException("deadline"));
    }
    return answer
        .take(request, carrier)
        .orElseThrow(() ->
            new AumbryException(
                ErrorCode.OUTCOME_UNKNOWN,
                "The database has not confirmed the change before the deadline"));
  }
}
