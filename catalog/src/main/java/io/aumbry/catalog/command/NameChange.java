package io.aumbry.catalog.command;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.protocol.blob.BlobId;
import java.util.List;

/**
 * A change of one name. Many of them share a transaction. If the blob of a version loses its name,
 * the same transaction puts it into the trash.
 *
 * @param <R> type of the result
 */
public sealed interface NameChange<R> extends NameCommand<R> {
  R applyTo(Handler handler);

  /** Applies each kind of change. */
  interface Handler {
    Put.Result put(Put put);

    Removal delete(Delete delete);

    Removal deleteBlob(DeleteBlob delete);

    UpdateExpiry.Outcome updateExpiry(UpdateExpiry update);
  }

  /**
   * Names a blob that is durable. A repetition has no effect and the same result.
   *
   * @param writer must have an open lease
   * @param nowMillis wall time
   * @param random makes the version id unique
   */
  record Put(
      BlobName name,
      NameVersion.Content content,
      Mode mode,
      String writer,
      long nowMillis,
      long random)
      implements NameChange<Put.Result> {
    /** Whether a live name is replaced. A version of a dataset never is. */
    public enum Mode {
      CREATE,
      UPSERT
    }

    /** The outcome. The blob has the name only after {@link Stored}. */
    public sealed interface Result {}

    public record Stored(NameVersion version) implements Result {}

    /** The name is live, and the mode is {@link Mode#CREATE} or it is a version of a dataset. */
    public record Exists(NameVersion version) implements Result {}

    /** The writer has no open lease. */
    public record WriterFenced() implements Result {}

    public Put {
      if (content.blob().account() != name.container().account()
          || content.blob().container() != name.container().container()) {
        throw new IllegalArgumentException(
            "blob " + content.blob() + " is not of the container of its name, " + name.container());
      }
    }

    @Override
    public Result applyTo(Handler handler) {
      return handler.put(this);
    }
  }

  /** Deletes a name with all its versions. */
  record Delete(BlobName name, long nowMillis) implements NameChange<Removal> {
    @Override
    public Removal applyTo(Handler handler) {
      return handler.delete(this);
    }
  }

  /** Deletes the version that has this blob. The version before it becomes the newest. */
  record DeleteBlob(BlobId blob, long nowMillis) implements NameChange<Removal> {
    @Override
    public Removal applyTo(Handler handler) {
      return handler.deleteBlob(this);
    }
  }

  /** The outcome of a delete. */
  sealed interface Removal {
    /**
     * Deleted now.
     *
     * @param trash the blobs that lost their name
     */
    record Deleted(List<TrashItem> trash) implements Removal {
      public Deleted {
        trash = List.copyOf(trash);
      }
    }

    /** Deleted before. */
    record AlreadyDeleted() implements Removal {}

    record NotFound() implements Removal {}
  }

  /** Changes the expiry of a version after that of its blob, in a TTL update. */
  record UpdateExpiry(BlobId blob, long expiresMillis, long nowMillis)
      implements NameChange<UpdateExpiry.Outcome> {
    /** The outcome. */
    public sealed interface Outcome {}

    public record Updated(NameVersion version) implements Outcome {}

    /** The version is deleted or expired, or the blob has no name. */
    public record NotLive() implements Outcome {}

    @Override
    public Outcome applyTo(Handler handler) {
      return handler.updateExpiry(this);
    }
  }
}
