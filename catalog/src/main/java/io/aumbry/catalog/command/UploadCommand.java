package io.aumbry.catalog.command;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * A change of multi-part uploads. The transaction that removes a part puts its blob into the trash.
 *
 * @param <R> type of the result
 */
public sealed interface UploadCommand<R> extends Command<R> {
  <X extends Exception> R applyTo(Handler<X> handler) throws X;

  /**
   * Applies each kind of change.
   *
   * @param <X> what it may throw
   */
  interface Handler<X extends Exception> {
    MultipartUpload create(Create create) throws X;

    PutPart.Result putPart(PutPart put) throws X;

    Complete.Result complete(Complete complete) throws X;

    Abort.Outcome abort(Abort abort) throws X;

    int purge(Purge purge) throws X;

    int reap(Reap reap) throws X;
  }

  /** Begins an upload. A repetition has no effect and the same result. */
  record Create(UploadRef upload, MultipartUpload.Attributes attributes, long nowMillis)
      implements UploadCommand<MultipartUpload> {
    @Override
    public <X extends Exception> MultipartUpload applyTo(Handler<X> handler) throws X {
      return handler.create(this);
    }
  }

  /**
   * Adds a part to an open upload, and replaces a part with the same number. The blob is durable
   * and does not expire.
   *
   * @param part modified now
   * @param writer must have an open lease
   */
  record PutPart(UploadRef upload, Part part, String writer)
      implements UploadCommand<PutPart.Result> {
    /** The outcome. The blob belongs to the upload only after {@link Stored}. */
    public sealed interface Result {}

    public record Stored(Part part) implements PutPart.Result {}

    /** The upload is unknown or no longer open. */
    public record NoUpload() implements PutPart.Result {}

    /** The writer has no open lease. */
    public record WriterFenced() implements PutPart.Result {}

    public PutPart {
      upload.requireSameContainer(part.blob());
    }

    @Override
    public <X extends Exception> PutPart.Result applyTo(Handler<X> handler) throws X {
      return handler.putPart(this);
    }
  }

  /**
   * Names the durable blob of the object, and ends the upload. A part that was not chosen goes into
   * the trash. A repetition, or another completion of the same upload, has the result of the first
   * one.
   *
   * @param parts of the object, with ascending numbers
   * @param writer must have an open lease
   * @param random makes the version id unique
   */
  record Complete(
      UploadRef upload,
      List<Chosen> parts,
      ObjectBlob object,
      Condition condition,
      String writer,
      long nowMillis,
      long random)
      implements UploadCommand<Complete.Result> {
    /** A part as the client chose it. */
    public record Chosen(int number, BlobId blob) {}

    /** The blob of the object. */
    public record ObjectBlob(NameVersion.Content content, String etag, Bytes bytes) {}

    /** Where the bytes of the object are. */
    public enum Bytes {
      /** In its blob. All parts go into the trash. */
      COPIED,
      /**
       * In the blobs of the chosen parts, to which the manifest of its blob refers. The parts stay
       * until the blob of the object has left the trash.
       */
      REFERENCED
    }

    /** The required state of the name. */
    public sealed interface Condition {}

    public record Any() implements Condition {}

    /** There is no live version. */
    public record Absent() implements Condition {}

    /** The live version has this blob. */
    public record Current(BlobId blob) implements Condition {}

    /** The outcome. All except {@link Completed} leave the upload as it was. */
    public sealed interface Result {}

    /**
     * The object exists, or existed. If its blob is not that of the command, another completion was
     * first, and the caller deletes its own blob.
     */
    public record Completed(MultipartUpload.Done object) implements Complete.Result {}

    /** The upload is unknown or was aborted. */
    public record NoUpload() implements Complete.Result {}

    /** The upload has no such part, or it has another blob now. */
    public record PartChanged(int number) implements Complete.Result {}

    /**
     * The condition is not met.
     *
     * @param live empty if no version is live
     */
    public record ConditionFailed(Optional<NameVersion> live) implements Complete.Result {}

    public record WriterFenced() implements Complete.Result {}

    /**
     * Checks the parts.
     *
     * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if there are none, or if their numbers
     *     are out of bounds or do not ascend
     */
    public Complete {
      parts = List.copyOf(parts);
      upload.requireSameContainer(object.content().blob());
      if (parts.isEmpty()) {
        throw new AumbryException(ErrorCode.BAD_REQUEST, "an object of no parts");
      }
      int last = 0;
      for (Chosen part : parts) {
        Part.requireNumber(part.number());
        if (part.number() <= last) {
          throw new AumbryException(
              ErrorCode.BAD_REQUEST, "part " + part.number() + " is chosen after part " + last);
        }
        last = part.number();
      }
    }

    @Override
    public <X extends Exception> Complete.Result applyTo(Handler<X> handler) throws X {
      return handler.complete(this);
    }
  }

  /** Removes an open upload with its parts. */
  record Abort(UploadRef upload, long nowMillis) implements UploadCommand<Abort.Outcome> {
    public enum Outcome {
      ABORTED,
      /** The upload is completed. It stays. */
      COMPLETED,
      NO_UPLOAD
    }

    @Override
    public <X extends Exception> Outcome applyTo(Handler<X> handler) throws X {
      return handler.abort(this);
    }
  }

  /**
   * Aborts open uploads of a container that is to be deleted. Returns their number. The caller
   * repeats the command until it is 0.
   */
  record Purge(ContainerRef container, long nowMillis) implements UploadCommand<Integer> {
    @Override
    public <X extends Exception> Integer applyTo(Handler<X> handler) throws X {
      return handler.purge(this);
    }
  }

  /**
   * Aborts uploads that were open for {@link MultipartUpload#MAX_OPEN}, forgets results after
   * {@link MultipartUpload#REMEMBERED}, and removes the parts of objects after their blob has left
   * the trash. Returns the number of changed uploads. The caller repeats the command until it is 0.
   */
  record Reap(long nowMillis) implements UploadCommand<Integer> {
    @Override
    public <X extends Exception> Integer applyTo(Handler<X> handler) throws X {
      return handler.reap(this);
    }
  }
}
