package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.name.RequestGroups.Group;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Commits changes of names in groups. All waiting changes share a transaction, and each has its own
 * result, as if they ran one after the other.
 */
final class GroupCommit {
  private final Database database;
  private final Duration callLimit;
  private final RequestGroups<ChangeRequest<?>> groups;

  /**
   * Prepares groups.
   *
   * @param callLimit half of the limit of a transaction with its repetitions
   */
  GroupCommit(Database database, RequestGroups.Limits limits, Duration callLimit) {
    this.database = database;
    this.callLimit = callLimit;
    this.groups = new RequestGroups<>("changes of names", limits, this::run);
  }

  /**
   * Commits a change.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} or {@link ErrorCode#CLIENT_GONE} if the
   *     change was not started; after any other error the outcome may be unknown
   */
  <R> R commit(NameChange<R> change, RequestContext context) {
    ChangeRequest<R> request = new ChangeRequest<>(change);
    groups.submit(request, context.carrier());
    return request.await(context);
  }

  int waiting() {
    return groups.waiting();
  }

  /** An error that only one change caused must not fail the others, so each then runs alone. */
  private void run(Group<ChangeRequest<?>> group, Carrier carrier) {
    try {
      commit(group::requests, carrier);
    } catch (AumbryException e) {
      if (group.requests().size() == 1 || e.code() != ErrorCode.INTERNAL) {
        throw e;
      }
      group.requests().forEach(request -> runAlone(request, carrier));
    }
  }

  private void runAlone(ChangeRequest<?> request, Carrier carrier) {
    try {
      commit(() -> List.of(request), carrier);
    } catch (AumbryException e) {
      request.fail(e);
    }
  }

  private void commit(Supplier<List<ChangeRequest<?>>> group, Carrier carrier) {
    // The second half is for a COMMIT that has begun, and for asking about its outcome.
    Deadline deadline = Deadline.after(callLimit.multipliedBy(2), carrier.time());
    RequestContext context = new RequestContext("names", carrier, deadline);
    Attempts attempts = new Attempts(group);
    database
        .write(connection -> attempts.run(connection, database.dialect()), context)
        .forEach(Runnable::run);
  }

  /** The transaction of a group, which the database may repeat. */
  private static final class Attempts {
    private final Supplier<List<ChangeRequest<?>>> group;
    private boolean isRepeated;

    Attempts(Supplier<List<ChangeRequest<?>>> group) {
      this.group = group;
    }

    /** Returns the answers. */
    List<Runnable> run(Connection connection, Dialect dialect) throws SQLException {
      List<ChangeRequest<?>> requests = group.get();
      if (requests.isEmpty()) {
        return List.of();
      }
      ChangeGroup rows = new ChangeGroup(connection, dialect);
      List<NameChange<?>> changes = new ArrayList<>();
      requests.forEach(request -> changes.add(request.change()));
      NameFold fold = new NameFold(rows.load(changes, isRepeated));
      isRepeated = true;
      List<Runnable> answers = new ArrayList<>();
      requests.forEach(request -> answers.add(request.applyTo(fold)));
      rows.write(fold.effects());
      return answers;
    }
  }
}
