package io.aumbry.store.io;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.record.RecordDraft;
import java.util.List;

/** Records that are to be in the log of a store, and the thread that waits until they are. */
public final class WriteRequest implements DiskGuard.Concerned {
  /** Why they are to be there. */
  public enum Intent {
    /** A client puts a new blob: one record. */
    PUT,
    /** A client deletes a blob: one record, whose life version is not yet right. */
    DELETE,
    /** A client deletes a blob in the life that the one record says. */
    DELETE_LIFE,
    /** A client gives a blob that would expire a life without end: one record. */
    KEEP,
    /** A client takes a delete back: one record. */
    UNDELETE,
    /** A delete has been taken back of a blob that may not have come yet: one record. */
    UNDELETE_AHEAD,
    /** Another replica has them; none when it is enough that what is here is durable. */
    REPLICATE
  }

  /** What came of it. */
  sealed interface Outcome {
    record Answered(WriteResult result) implements Outcome {}

    record Failed(AumbryException cause) implements Outcome {}
  }

  private final Intent intent;
  private final List<RecordDraft> drafts;
  private final long bytes;
  private final Mailbox<Outcome> answer = new Mailbox<>();

  /** Decided when the records are staged, said when they are durable. Writer thread. */
  private Outcome outcome = new Outcome.Answered(new WriteResult.Written());

  /** Takes over {@code drafts}. */
  public WriteRequest(Intent intent, List<RecordDraft> drafts) {
    this.intent = intent;
    this.drafts = List.copyOf(drafts);
    this.bytes = drafts.stream().mapToLong(RecordDraft::recordLength).sum();
  }

  public Intent intent() {
    return intent;
  }

  public List<RecordDraft> drafts() {
    return drafts;
  }

  long bytes() {
    return bytes;
  }

  /** Whoever replicates notes how far that has come, and never asks for it again. */
  public boolean needsSync() {
    return intent == Intent.REPLICATE;
  }

  public void decide(WriteResult result) {
    outcome = new Outcome.Answered(result);
  }

  public void fail(AumbryException cause) {
    outcome = new Outcome.Failed(cause);
  }

  /** Gives back the memory of the records and wakes the one who waits. */
  public void finish() {
    try {
      release();
    } finally {
      answer.post(outcome);
    }
  }

  public void release() {
    drafts.forEach(RecordDraft::close);
  }

  /** The writer still has the memory of the records, and gives it back if it ever goes on. */
  @Override
  public void outOfService(AumbryException why) {
    answer.post(new Outcome.Failed(why));
  }

  /** Waits for what came of it. */
  public WriteResult await(RequestContext context, DiskGuard guard) {
    guard.add(this);
    Outcome seen;
    try {
      seen =
          answer
              .take(context.deadline(), context.carrier())
              .orElseThrow(() ->
                  new AumbryException(
                      ErrorCode.TIMED_OUT, "The disk has not written before the deadline"));
    } finally {
      guard.remove(this);
    }
    return switch (seen) {
      case Outcome.Answered(WriteResult result) -> result;
      case Outcome.Failed(AumbryException cause) ->
          throw new AumbryException(cause.code(), String.valueOf(cause.getMessage()), cause);
    };
  }
}
