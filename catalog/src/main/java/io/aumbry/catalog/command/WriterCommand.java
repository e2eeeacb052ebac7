package io.aumbry.catalog.command;

import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.WriterLease;
import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;
import java.util.UUID;

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

    CommitOutcome ask(AskCommit ask) throws X;
  }

  /** The state of a lease after a command. */
  sealed interface Standing {
    record Known(WriterLease lease) implements Standing {}

    /** There is no such lease. */
    record Unknown() implements Standing {}
  }

  /**
   * Opens the lease of a new process.
   *
   * @param writer random, used by no other process
   * @param transferLimit longest duration of an upload
   */
  record Open(UUID writer, Duration transferLimit, long nowMillis)
      implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.open(this);
    }
  }

  /** Renews a lease if it is open. */
  record Renew(UUID writer, long cleanUntilMillis, long nowMillis)
      implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.renew(this);
    }
  }

  /** Ends an open lease whose uploads all have a known outcome. */
  record Close(UUID writer, long nowMillis) implements WriterCommand<Standing> {
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
  record Fence(UUID writer, long renewedMillis, long nowMillis) implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.fence(this);
    }
  }

  /** Removes a lease that is not open, after the sweep for blobs without a name. */
  record Forget(UUID writer) implements WriterCommand<Standing> {
    @Override
    public <X extends Exception> Standing applyTo(Handler<X> handler) throws X {
      return handler.forget(this);
    }
  }

  /**
   * Claims a fenced lease for a sweep, or extends the own claim. Returns whether no other process has
   * a claim.
   */
  record Claim(UUID writer, String claimant, long nowMillis, long untilMillis)
      implements WriterCommand<Boolean> {
    public static final int MAX_CLAIMANT_CHARS = 255;

    public Claim {
      if (claimant.isEmpty() || claimant.length() > MAX_CLAIMANT_CHARS) {
        throw new IllegalArgumentException(
            "claimant '" + claimant + "', must have 1 to " + MAX_CLAIMANT_CHARS + " characters");
      }
    }

    @Override
    public <X extends Exception> Boolean applyTo(Handler<X> handler) throws X {
      return handler.claim(this);
    }
  }

  /**
   * Finds out whether a commit with an unknown outcome was made. It waits for the commits of the
   * writer that are in progress, so the outcome is final for a commit that is not repeated.
   */
  record AskCommit(UUID writer, BlobId blob) implements WriterCommand<CommitOutcome> {
    @Override
    public <X extends Exception> CommitOutcome applyTo(Handler<X> handler) throws X {
      return handler.ask(this);
    }
  }

  /** The outcome of a commit. */
  sealed interface CommitOutcome {
    /** The blob has a name, or its deleted name is remembered. */
    record Named(NameVersion version) implements CommitOutcome {}

    /** The blob had a name that was replaced since, and is in the trash. */
    record Replaced() implements CommitOutcome {}

    /** The blob has no name. */
    record Absent() implements CommitOutcome {}
  }
}
