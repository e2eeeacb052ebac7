package io.aumbry.catalog.command;

import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;
import java.util.Optional;

/**
 * A change of the lease of a writer. Each command may be repeated.
 *
 * @param <R> type of the result
 */
public sealed interface WriterCommand<R> extends NameCommand<R> {
  <X extends Exception> R applyTo(Handler<X> handler) throws X;

  /**
   * Applies each kind of change.
   *
   * @param <X> what it may throw
   */
  interface Handler<X extends Exception> {
    Standing open(Open open) throws X;

    Standing renew(Renew renew) throws X;

    Standing close(Close close) throws X;

    Standing fence(Fence fence) throws X;

    Standing forget(Forget forget) throws X;

    boolean claim(Claim claim) throws X;

    Answer ask(Ask ask) throws X;
  }

  /** The state of a lease after a command. */
  sealed interface Standing {
    record Known(WriterRecord lease) implements Standing {}

    /** There is no such lease. */
    record Unknown() implements Standing {}
  }

  /**
   * Opens the lease of a new process.
   *
   * @param writer random, used by no other process
   * @param transferLimit longest duration of an upload
   */
  record Open(String writer, Duration transferLimit, long nowMillis)
      implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.open(this);
    }
  }

  /**
   * Renews a lease if it is open. A renewal that arrives after a later one changes nothing, because
   * the time of the last renewal bounds the ids of the writer's blobs.
   */
  record Renew(String writer, long cleanUntilMillis, long nowMillis)
      implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.renew(this);
    }
  }

  /** Ends an open lease after the outcome of all its uploads is known. */
  record Close(String writer, long nowMillis) implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.close(this);
    }
  }

  /**
   * Fences an open lease. After that, no commit of the writer succeeds.
   *
   * @param renewedMillis the last renewal that the caller has seen; a lease that was renewed since
   *     stays open
   */
  record Fence(String writer, long renewedMillis, long nowMillis)
      implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.fence(this);
    }
  }

  /** Removes a lease that is not open, after the sweep for blobs without a name. */
  record Forget(String writer) implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.forget(this);
    }
  }

  /**
   * Claims the sweep after a fenced lease, or extends the own claim. Returns whether no other
   * process has a claim.
   */
  record Claim(String writer, String claimant, long nowMillis, long untilMillis)
      implements WriterCommand<Boolean> {
    @Override
    public <X extends Exception> Boolean applyTo(Handler<X> handler) throws X {
      return handler.claim(this);
    }
  }

  /**
   * Asks whether a command of the writer that names a blob was committed: {@link NameChange.Put},
   * {@link DatasetCommand.PutVersion}, {@link UploadCommand.PutPart} or {@link
   * UploadCommand.Complete}. It waits for commits in progress, so the answer is final for a command
   * that has returned.
   */
  record Ask(String writer, BlobId blob) implements WriterCommand<Answer> {
    @Override
    public <X extends Exception> Answer applyTo(Handler<X> handler) throws X {
      return handler.ask(this);
    }
  }

  /**
   * The outcome of a command.
   *
   * @param committed whether the blob got its name, or is a part
   * @param version empty if the name was replaced or deleted since, and for a part
   */
  record Answer(boolean committed, Optional<NameVersion> version) {}
}
