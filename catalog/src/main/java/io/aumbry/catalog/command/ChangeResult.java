package io.aumbry.catalog.command;

/**
 * The result of a change. All except {@link Done} mean that nothing was changed; their text names
 * the reason and may be shown to the client.
 *
 * @param <T> type of the value after the change
 */
public sealed interface ChangeResult<T> {
  /** The change was made, or the catalog was in the wanted state already. */
  record Done<T>(T value) implements ChangeResult<T> {}

  /** The target does not exist, or an object that it refers to. */
  record Missing<T>(String reason) implements ChangeResult<T> {}

  /** An id, name or version differs from the stored one, or belongs to another object. */
  record Conflict<T>(String reason) implements ChangeResult<T> {}

  /** The precondition of the change does not hold. */
  record Unmet<T>(String reason) implements ChangeResult<T> {}

  /** The container is being deleted, and can still be restored. */
  record Deleting<T>(String reason) implements ChangeResult<T> {}

  /** The container is deleted, and cannot be restored or created again. */
  record Gone<T>(String reason) implements ChangeResult<T> {}

  /** A named limit is reached. */
  record LimitReached<T>(String reason) implements ChangeResult<T> {}

  /**
   * This refusal as the result of a larger change.
   *
   * @throws IllegalStateException if the change was made
   */
  default <S> ChangeResult<S> asRefusal() {
    return switch (this) {
      case Done<T> done -> throw new IllegalStateException("not a refusal: " + done);
      case Missing<T>(String reason) -> new Missing<>(reason);
      case Conflict<T>(String reason) -> new Conflict<>(reason);
      case Unmet<T>(String reason) -> new Unmet<>(reason);
      case Deleting<T>(String reason) -> new Deleting<>(reason);
      case Gone<T>(String reason) -> new Gone<>(reason);
      case LimitReached<T>(String reason) -> new LimitReached<>(reason);
    };
  }
}
