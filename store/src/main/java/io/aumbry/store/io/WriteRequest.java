package io.aumbry.store.io;

import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import java.util.List;

/** Records to write to a store, and the result for the waiting thread. */
public final class WriteRequest implements DiskGuard.Concerned {
  public enum Intent {
    /** Client PUT. */
    PUT,
    /** Client DELETE of the current life; the writer corrects the record's life version. */
    DELETE,
    /** Client DELETE of the life in the record. */
    DELETE_LIFE,
    /** Client TTL update. */
    UPDATE_TTL,
    /** Client undelete. */
    UNDELETE,
    /** Undelete of a blob that this replica may lack. */
    UNDELETE_AHEAD,
    /** Records of a peer. Without records, waits until the existing ones are durable. */
    REPLICATE
  }

  sealed interface Outcome {
    record Answered(WriteResult result) implements Outcome {}

    record Failed(AumbryException cause) implements Outcome {}
  }

  private final Intent intent;
  private final List<RecordDraft> drafts;
  private final long bytes;
  private final Mailbox<Outcome> answer = new Mailbox<>();

  /** Set when the records are staged, posted when they are durable. Writer thread. */
  private Outcome outcome = new Outcome.Answered(new NodeResponse.Done());

  /** Takes ownership of {@code drafts}. */
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

  /**
   * Whether the records must be durable before the index knows them, whatever the configured
   * durability. Peers never send records again once this replica has noted its progress.
   */
  public boolean needsSync() {
    return intent == Intent.REPLICATE || drafts.stream().anyMatch(WriteRequest::isReliedOn);
  }

  /**
   * Whether others rely on a change at once. A delete that no undelete can follow hides the blob
   * from peers, and the next step of a removal is in another log. Chunks in other logs follow their
   * upload record.
   */
  private static boolean isReliedOn(RecordDraft draft) {
    return draft.type() == RecordType.PUT
        ? draft.id().kind() == BlobKind.UPLOAD
        : draft.state().isIrrevocable();
  }

  public void decide(WriteResult result) {
    outcome = new Outcome.Answered(result);
  }

  public void fail(AumbryException cause) {
    outcome = new Outcome.Failed(cause);
  }

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

  /** The writer still owns the memory of the records. */
  @Override
  public void outOfService(AumbryException why) {
    answer.post(new Outcome.Failed(why));
  }

  public WriteResult await(RequestContext context, DiskGuard guard) {
    guard.add(this);
    Outcome seen;
    try {
      seen =
          answer
              .take(context.deadline(), context.carrier())
              .orElseThrow(() ->
                  new AumbryException(
                      ErrorCode.TIMED_OUT,
                      "The disk has not written the record before the deadline"));
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
