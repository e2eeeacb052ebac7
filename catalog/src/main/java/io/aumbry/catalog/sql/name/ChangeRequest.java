package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.protocol.error.AumbryException;

/**
 * A change that waits for its group commit.
 *
 * @param <R> type of the result
 */
final class ChangeRequest<R> extends GroupRequest<R> {
  private final NameChange<R> change;

  ChangeRequest(NameChange<R> change) {
    this.change = change;
  }

  NameChange<R> change() {
    return change;
  }

  /** Applies the change, and returns the action that answers it once the group is committed. */
  Runnable applyTo(NameFold fold) {
    try {
      R result = change.applyTo(fold);
      return () -> answer(result);
    } catch (AumbryException refused) {
      return () -> fail(refused);
    }
  }
}
