package io.aumbry.catalog.sql.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A request that waits for its group. Until the group starts, it can be withdrawn. After that, it
 * waits for the result, however late, because a change may have been made.
 *
 * @param <R> type of the result
 */
abstract class GroupRequest<R> {
  private final Mailbox<Verdict<R>> reply = new Mailbox<>();
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);

  private enum Stage {
    WAITING,
    STARTED,
    WITHDRAWN
  }

  /** The result or the error of a request. */
  private sealed interface Verdict<R> {
    record Done<R>(R result) implements Verdict<R> {}

    record Failed<R>(AumbryException error) implements Verdict<R> {}
  }

  /** Marks the request as part of a group that starts, unless it was withdrawn. */
  final boolean start() {
    return stage.compareAndSet(Stage.WAITING, Stage.STARTED);
  }

  final void answer(R result) {
    reply.post(new Verdict.Done<>(result));
  }

  final void fail(AumbryException error) {
    reply.post(new Verdict.Failed<>(error));
  }

  /**
   * Waits for the result.
   *
   * @throws AumbryException the error of the request; {@link ErrorCode#OVERLOADED} if the group had
   *     not started before the deadline of the request, {@link ErrorCode#CLIENT_GONE} if the client
   *     left before
   */
  final R await(RequestContext context) {
    Optional<Verdict<R>> verdict =
        reply.take(context.deadline(), context.carrier(), context.claimant()::isGone);
    if (verdict.isEmpty() && stage.compareAndSet(Stage.WAITING, Stage.WITHDRAWN)) {
      throw withdrawn(context);
    }
    return switch (verdict.orElseGet(reply::take)) {
      case Verdict.Done<R>(R result) -> result;
      case Verdict.Failed<R>(AumbryException error) ->
          throw new AumbryException(error.code(), String.valueOf(error.getMessage()), error);
    };
  }

  private static AumbryException withdrawn(RequestContext context) {
    return context.claimant().isGone()
        ? new AumbryException(ErrorCode.CLIENT_GONE, "The client abandoned the request")
        : new AumbryException(
            ErrorCode.OVERLOADED, "The catalog did not start the request before its deadline");
  }
}
