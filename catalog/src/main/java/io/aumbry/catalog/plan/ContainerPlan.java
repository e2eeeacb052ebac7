package io.aumbry.catalog.plan;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.Container.State;
import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand.NewContainer;
import io.aumbry.catalog.command.AccountCommand.UpdatedContainer;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.ChangeResult.Conflict;
import io.aumbry.catalog.command.ChangeResult.Deleting;
import io.aumbry.catalog.command.ChangeResult.Done;
import io.aumbry.catalog.command.ChangeResult.Gone;
import io.aumbry.catalog.command.ChangeResult.Missing;
import java.time.Duration;

/**
 * Decides the next state of a container. Its states change as follows.
 *
 * <pre>
 * ACTIVE ── delete ──► DELETE_IN_PROGRESS ── begin, after the retention ──► REMOVAL_IN_PROGRESS ── finish ──► INACTIVE
 *    ◄── restore, within the retention ──┘
 * </pre>
 *
 * @param retention how long a deleted container can be restored
 * @param latestMillis the latest time of any process in the catalog. No retention begins before it,
 *     so that a clock that is behind does not shorten one
 */
public record ContainerPlan(Duration retention, long nowMillis, long latestMillis) {
  /** A container that was created now. */
  public Container create(int id, NewContainer wanted) {
    return new Container(
        id,
        wanted.name(),
        new State(Status.ACTIVE, 0, nowMillis, 0, wanted.rules().storage().encrypted()),
        wanted.rules());
  }

  /** The verdict on creating a container with a name that is taken. */
  public ChangeResult<Container> createAgain(Container stored, NewContainer wanted) {
    return switch (stored.state().status()) {
      case ACTIVE ->
          stored.rules().equals(wanted.rules())
              ? new Done<>(stored)
              : new Conflict<>("The container '" + stored.name() + "' exists with other settings");
      case DELETE_IN_PROGRESS ->
          isPastRetention(stored)
              ? gone(stored)
              : new Deleting<>("The container '" + stored.name() + "' is being deleted");
      case REMOVAL_IN_PROGRESS, INACTIVE -> gone(stored);
    };
  }

  /**
   * A container that a change of its account adds, for example an import, which keeps the time of
   * its last change. If it is deleted, its retention begins now, because only this catalog can say
   * that it has ended.
   */
  public Container add(Container wanted) {
    State state = wanted.state();
    return new Container(
        wanted.id(),
        wanted.name(),
        new State(
            state.status(),
            state.snapshotVersion(),
            state.modifiedMillis() == 0 ? nowMillis : state.modifiedMillis(),
            wanted.isActive() ? state.deleteTriggerMillis() : retainedFrom(),
            state.previouslyEncrypted()),
        wanted.rules());
  }

  /** The container after an update; the same object if nothing changes. */
  public ChangeResult<Container> update(Container stored, UpdatedContainer wanted) {
    if (stored.id() != wanted.id()) {
      return new Conflict<>(
          "The container '%s' has id %d, not %d"
              .formatted(stored.name(), stored.id(), wanted.id()));
    }
    if (stored.state().snapshotVersion() != wanted.snapshotVersion()) {
      return new Conflict<>(
          "The container '%s' has snapshot version %d, not %d"
              .formatted(
                  stored.name(), stored.state().snapshotVersion(), wanted.snapshotVersion()));
    }
    return transition(stored, wanted.status(), wanted.rules());
  }

  /** Deletes a container; one that is being deleted already stays as it is. */
  public ChangeResult<Container> delete(Container stored) {
    return stored.state().status() == Status.INACTIVE
        ? gone(stored)
        : transition(stored, Status.DELETE_IN_PROGRESS, stored.rules());
  }

  /** The container after a step of its removal, which was decided on {@code due}. */
  public ChangeResult<Container> advance(Container stored, DueRemoval due, DueRemoval.Step step) {
    State state = stored.state();
    if (state.status() != due.status() || state.snapshotVersion() != due.snapshotVersion()) {
      return new Conflict<>(
          "The container '%s' is %s with snapshot version %d, not %s with %d"
              .formatted(
                  stored.name(),
                  state.status(),
                  state.snapshotVersion(),
                  due.status(),
                  due.snapshotVersion()));
    }
    boolean isRetained = state.status() == Status.DELETE_IN_PROGRESS;
    if (state.status() == Status.ACTIVE || isRetained != (step != DueRemoval.Step.FINISH)) {
      return new Conflict<>(
          "The container '%s' is %s, so %s is no step of its removal"
              .formatted(stored.name(), state.status(), step));
    }
    return switch (step) {
      case POSTPONE -> new Done<>(retainedFromNow(stored));
      case BEGIN ->
          isPastRetention(stored)
              ? new Done<>(changed(stored, Status.REMOVAL_IN_PROGRESS, stored.rules()))
              : new Deleting<>("The container '" + stored.name() + "' can still be restored");
      case FINISH -> new Done<>(changed(stored, Status.INACTIVE, stored.rules()));
    };
  }

  private Container retainedFromNow(Container stored) {
    return add(changed(stored, Status.DELETE_IN_PROGRESS, stored.rules()));
  }

  private ChangeResult<Container> transition(Container stored, Status next, ContainerRules rules) {
    Status status = stored.state().status();
    boolean isRemoving = status == Status.REMOVAL_IN_PROGRESS;
    boolean isSame = status == next || (isRemoving && next == Status.DELETE_IN_PROGRESS);
    if (isSame && stored.rules().equals(rules)) {
      return new Done<>(stored);
    }
    boolean isRestore = status == Status.DELETE_IN_PROGRESS && next == Status.ACTIVE;
    boolean isOver = isRemoving || status == Status.INACTIVE;
    if (isOver || (isRestore && isPastRetention(stored))) {
      return gone(stored);
    }
    if (next == Status.REMOVAL_IN_PROGRESS || next == Status.INACTIVE) {
      return new Conflict<>(
          "The container '"
              + stored.name()
              + "' becomes INACTIVE when its data is removed; delete it with DELETE_IN_PROGRESS");
    }
    return new Done<>(changed(stored, next, rules));
  }

  private Container changed(Container stored, Status next, ContainerRules rules) {
    State state = stored.state();
    long trigger =
        switch (next) {
          case ACTIVE -> 0;
          case DELETE_IN_PROGRESS ->
              state.status() == next ? state.deleteTriggerMillis() : retainedFrom();
          case REMOVAL_IN_PROGRESS, INACTIVE -> state.deleteTriggerMillis();
        };
    boolean encryptedOnce =
        state.previouslyEncrypted()
            || stored.rules().storage().encrypted()
            || rules.storage().encrypted();
    return new Container(
        stored.id(),
        stored.name(),
        new State(next, state.snapshotVersion() + 1, nowMillis, trigger, encryptedOnce),
        rules);
  }

  private long retainedFrom() {
    return Math.max(nowMillis, latestMillis);
  }

  private boolean isPastRetention(Container stored) {
    return nowMillis - stored.state().deleteTriggerMillis() >= retention.toMillis();
  }

  private static ChangeResult<Container> gone(Container stored) {
    return new Gone<>("The container '" + stored.name() + "' has been deleted");
  }

  /** The verdict on a container that does not exist. */
  public static <T> ChangeResult<T> missing(String name) {
    return new Missing<>("There is no container '" + name + "'");
  }
}
