package io.aumbry.frontend.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;

/**
 * Commits the name of one stored blob.
 *
 * @param <R> description of the committed name
 */
public interface NameCommit<R> {
  /** The outcome of a commit. */
  sealed interface Verdict<R> {
    /** The name points to the blob. */
    record Committed<R>(R result) implements Verdict<R> {}

    /** The name does not point to the blob and never will. */
    record Refused<R>(AumbryException reason) implements Verdict<R> {}

    /** The database did not answer. */
    record Unknown<R>(AumbryException reason) implements Verdict<R> {}
  }

  /**
   * Commits the name in one transaction that also requires that the lease of {@code writer} is
   * open. To be called once. An exception counts as {@link Verdict.Unknown}.
   */
  Verdict<R> commit(StoredBlob blob, String writer, RequestContext context);

  /**
   * Asks for the outcome of {@link #commit}. {@link Verdict.Refused} is final: the transaction was
   * not committed and cannot be any more. The implementation therefore waits for transactions in
   * progress, for example with a lock on the row of the writer.
   */
  Verdict<R> ask(StoredBlob blob, String writer, RequestContext context);
}
