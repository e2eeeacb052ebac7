package io.aumbry.tests.simulation.catalog;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.tests.simulation.catalog.CatalogFaults.Fate;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The database of a run. A call travels to it, is carried out at one moment, and its result travels
 * back. A caller that is killed does not stop its call. A caller whose call takes too long does not
 * know whether it was carried out, or will be.
 */
public final class SimulatedCatalog {
  /** How long a deleted container can be restored. */
  public static final Duration RETENTION = Duration.ofSeconds(5);

  /** Time after which a caller gives up. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final SimulatedProcess process;
  private final CatalogFaults faults;
  private final CatalogState state = new CatalogState();

  /** Commits that have not been carried out, and perhaps never will. */
  private final Map<BlobId, Commit> travelling = new HashMap<>();

  private Consumer<BlobId> committed = _ -> {};
  private int connections;

  private static final class Commit {
    private final CatalogState.NewName name;
    private final String writer;
    private boolean decided;

    Commit(CatalogState.NewName name, String writer) {
      this.name = name;
      this.writer = writer;
    }
  }

  public SimulatedCatalog(SimulatedScheduler scheduler, RandomGenerator random) {
    this.process = SimulatedProcess.outside(scheduler, "catalog");
    this.faults = new CatalogFaults(random);
  }

  /** The result of a transaction, or its refusal. */
  private sealed interface Answer<T> {
    record Result<T>(T value) implements Answer<T> {}

    record Refusal<T>(AumbryException reason) implements Answer<T> {}
  }

  /** Connects a process. Each connection has a name of its own. */
  public CatalogConnection connect(String client) {
    return new CatalogConnection(this, client + "/" + ++connections);
  }

  CatalogState state() {
    return state;
  }

  /** The time of the database. */
  long wallMillis() {
    return process.time().wallMillis();
  }

  /** Carries out a transaction for a thread of a frontend. */
  <T> T call(Supplier<T> transaction, RequestContext context) {
    Mailbox<Answer<T>> answers = new Mailbox<>();
    Fate fate = faults.draw();
    process.schedule(
        Duration.ofNanos(fate.toNanos()),
        () -> {
          if (fate.arrives()) {
            Answer<T> answer = carryOut(transaction);
            process.schedule(
                Duration.ofNanos(fate.backNanos()),
                () -> {
                  if (fate.answers()) {
                    answers.post(answer);
                  }
                });
          }
        });
    Deadline limit =
        Deadline.after(PATIENCE, context.carrier().time()).earlierOf(context.deadline());
    Answer<T> answer =
        answers
            .take(limit, context.carrier())
            .orElseThrow(() ->
                new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "The database does not answer"));
    return switch (answer) {
      case Answer.Result<T>(T value) -> value;
      case Answer.Refusal<T>(AumbryException reason) -> throw reason;
    };
  }

  private static <T> Answer<T> carryOut(Supplier<T> transaction) {
    try {
      return new Answer.Result<>(transaction.get());
    } catch (AumbryException e) {
      return new Answer.Refusal<>(e);
    }
  }

  /**
   * Commits a name.
   *
   * @return true; a refusal is thrown
   */
  boolean commit(CatalogState.NewName name, String writer, RequestContext context) {
    Commit commit = new Commit(name, writer);
    travelling.put(name.blob(), commit);
    return call(() -> carryOut(commit), context);
  }

  private boolean carryOut(Commit commit) {
    if (commit.decided) {
      throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "the transaction was aborted");
    }
    commit.decided = true;
    state.commit(commit.name, commit.writer, wallMillis());
    committed.accept(commit.name.blob());
    return true;
  }

  /** Returns whether a commit was carried out. From then on it is not carried out any more. */
  boolean ask(String writer, BlobId blob, RequestContext context) {
    return call(
        () -> {
          Commit commit = travelling.get(blob);
          if (commit != null && !commit.decided && faults.coin()) {
            carryOut(() -> carryOut(commit));
          } else if (commit != null) {
            commit.decided = true;
          }
          return state.knows(writer, blob);
        },
        context);
  }

  /** Removes a name at the time of the database. */
  boolean remove(String key, RequestContext context) {
    return call(() -> state.remove(key, wallMillis()), context);
  }

  public void onCommit(Consumer<BlobId> listener) {
    committed = listener;
  }

  public void onTrash(Consumer<BlobId> listener) {
    state.onTrash(listener);
  }

  public void down(boolean isDown) {
    faults.down(isDown);
  }

  public void silent(boolean isSilent) {
    faults.silent(isSilent);
  }

  public void faulty(boolean isFaulty) {
    faults.faulty(isFaulty);
  }

  /** The names and their blobs now. */
  public Map<String, BlobId> names() {
    return state.names(wallMillis());
  }

  /** Deletes a container, at the time of the database. */
  public void deleteContainer(DeletedContainer.Key container) {
    state.deleted().delete(container, process.time().wallMillis());
  }

  /** Whether the catalog knows a deleted container of this name. */
  public boolean isDeleted(DeletedContainer.Key container) {
    return state.deleted().isDeleted(container);
  }

  /** Work that frontends have left to do. */
  public List<String> backlog() {
    return state.backlog();
  }
}
