package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Abort;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.fold.LoadedNames;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.TrashItem.Reason;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.name.ChangeGroup;
import io.aumbry.catalog.sql.name.TrashRows;
import io.aumbry.catalog.sql.name.WriterRows;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Changes of uploads in one transaction each. */
final class UploadChanges implements UploadCommand.Handler<SQLException> {
  /** The limit of uploads that a command removes. */
  private static final int MAX_UPLOADS = 100;

  /** A command that removes uploads begins with no further one after this number of parts. */
  private static final int MANY_PARTS = 1000;

  private final UploadRows uploads;
  private final PartRows parts;
  private final WriterRows writers;
  private final TrashRows trash;
  private final ChangeGroup names;

  UploadChanges(Connection connection, Dialect dialect) {
    this.uploads = new UploadRows(connection, dialect);
    this.parts = new PartRows(connection, dialect);
    this.writers = new WriterRows(connection, dialect);
    this.trash = new TrashRows(connection, dialect);
    this.names = new ChangeGroup(connection, dialect);
  }

  @Override
  public MultipartUpload create(UploadCommand.Create create) throws SQLException {
    UploadRef ref = create.upload();
    uploads.insert(
        ref, create.attributes(), create.nowMillis() + MultipartUpload.MAX_OPEN.toMillis());
    return uploads
        .find(ref)
        .orElseThrow(() -> new SQLException("upload " + ref + " is not there after its insert"));
  }

  @Override
  public PutPart.Result putPart(PutPart put) throws SQLException {
    if (!isOpen(uploads.lockShared(put.upload()))) {
      return new PutPart.NoUpload();
    }
    Part part = put.part();
    Optional<Part> old = parts.lock(put.upload(), part.number());
    if (old.filter(stored -> stored.blob().equals(part.blob())).isPresent()) {
      return new PutPart.Stored(old.get());
    }
    if (writers.lockOpen(Set.of(put.writer())).isEmpty()) {
      return new PutPart.WriterFenced();
    }
    parts.write(put.upload(), part, old.isEmpty());
    if (old.isPresent()) {
      discard(List.of(old.get()), Reason.REPLACED, part.modifiedMillis());
    }
    return new PutPart.Stored(part);
  }

  private static boolean isOpen(Optional<MultipartUpload> upload) {
    return upload.filter(found -> found.state() instanceof MultipartUpload.Open).isPresent();
  }

  @Override
  public Complete.Result complete(Complete complete) throws SQLException {
    Optional<MultipartUpload> locked = uploads.lock(complete.upload());
    if (locked.isEmpty()) {
      return new Complete.NoUpload();
    }
    if (locked.get().state() instanceof MultipartUpload.Done done) {
      return new Complete.Completed(done);
    }
    List<Part> stored = parts.all(complete.upload());
    Optional<Complete.Chosen> changed = changed(complete.parts(), stored);
    if (changed.isPresent()) {
      return new Complete.PartChanged(changed.get().number());
    }
    NameChange.Put put = naming(complete);
    LoadedNames loaded = names.load(List.of(put), true);
    if (!mayReplace(complete, loaded)) {
      return new Complete.ConditionFailed(live(complete, loaded));
    }
    NameFold fold = new NameFold(loaded);
    return switch (fold.put(put)) {
      case NameChange.Put.WriterFenced _ -> new Complete.WriterFenced();
      case NameChange.Put.Exists(NameVersion version) ->
          new Complete.ConditionFailed(Optional.of(version));
      case NameChange.Put.Stored(NameVersion version) -> {
        names.write(fold.effects());
        yield new Complete.Completed(end(complete, version, stored));
      }
    };
  }

  private static Optional<Complete.Chosen> changed(
      List<Complete.Chosen> chosen, List<Part> stored) {
    Map<Integer, BlobId> blobs = new HashMap<>();
    stored.forEach(part -> blobs.put(part.number(), part.blob()));
    return chosen.stream()
        .filter(part -> !part.blob().equals(blobs.get(part.number())))
        .findFirst();
  }

  private static NameChange.Put naming(Complete complete) {
    NameChange.Put.Mode mode =
        switch (complete.condition()) {
          case Complete.Absent _ -> NameChange.Put.Mode.CREATE;
          case Complete.Any _, Complete.Current _ -> NameChange.Put.Mode.UPSERT;
        };
    return new NameChange.Put(
        complete.upload().name(),
        complete.object().content(),
        mode,
        complete.writer(),
        complete.nowMillis(),
        complete.random());
  }

  /** The fold decides about {@link Complete.Absent}. */
  private static boolean mayReplace(Complete complete, LoadedNames loaded) {
    return switch (complete.condition()) {
      case Complete.Any _, Complete.Absent _ -> true;
      case Complete.Current(BlobId blob) ->
          live(complete, loaded)
              .filter(version -> version.content().blob().equals(blob))
              .isPresent();
    };
  }

  private static Optional<NameVersion> live(Complete complete, LoadedNames loaded) {
    return loaded.newest().stream()
        .filter(version -> version.name().equals(complete.upload().name()))
        .filter(version -> version.isLiveAt(complete.nowMillis()))
        .findFirst();
  }

  /** The parts to which the object refers stay, and the upload is due when they may go. */
  private MultipartUpload.Done end(Complete complete, NameVersion version, List<Part> stored)
      throws SQLException {
    UploadRef ref = complete.upload();
    MultipartUpload.Done done = new MultipartUpload.Done(version, complete.object().etag());
    boolean isReferenced = complete.object().bytes() == Complete.Bytes.REFERENCED;
    long due = isReferenced ? NameVersion.NEVER : forgottenMillis(done);
    if (!uploads.complete(ref, done, due)) {
      throw new IllegalStateException("upload " + ref + " is not open, although it is locked");
    }
    Set<Integer> kept = new HashSet<>();
    if (isReferenced) {
      complete.parts().forEach(part -> kept.add(part.number()));
    }
    List<Part> ended = stored.stream().filter(part -> !kept.contains(part.number())).toList();
    if (kept.isEmpty()) {
      parts.deleteAll(ref);
    } else {
      parts.delete(ref, ended);
    }
    discard(ended, Reason.REPLACED, complete.nowMillis());
    return done;
  }

  private static long forgottenMillis(MultipartUpload.Done done) {
    return done.version().modifiedMillis() + MultipartUpload.REMEMBERED.toMillis();
  }

  @Override
  public Abort.Outcome abort(Abort abort) throws SQLException {
    Optional<MultipartUpload> locked = uploads.lock(abort.upload());
    if (locked.isEmpty()) {
      return Abort.Outcome.NO_UPLOAD;
    }
    if (!isOpen(locked)) {
      return Abort.Outcome.COMPLETED;
    }
    remove(abort.upload(), Reason.DELETED, abort.nowMillis());
    return Abort.Outcome.ABORTED;
  }

  /** Removes an upload with its parts. Returns the number of parts. */
  private int remove(UploadRef ref, Reason reason, long nowMillis) throws SQLException {
    List<Part> ended = parts.all(ref);
    discard(ended, reason, nowMillis);
    parts.deleteAll(ref);
    uploads.delete(ref);
    return ended.size();
  }

  @Override
  public int purge(UploadCommand.Purge purge) throws SQLException {
    int uploadsGone = 0;
    int partsGone = 0;
    for (UploadRef ref : uploads.openOf(purge.container(), MAX_UPLOADS)) {
      if (partsGone < MANY_PARTS && isOpen(uploads.lock(ref))) {
        partsGone += remove(ref, Reason.DELETED, purge.nowMillis());
        uploadsGone++;
      }
    }
    return uploadsGone;
  }

  @Override
  public int reap(UploadCommand.Reap reap) throws SQLException {
    int uploadsChanged = 0;
    int partsGone = 0;
    for (UploadRef ref : uploads.due(reap.nowMillis(), MAX_UPLOADS)) {
      Optional<MultipartUpload> locked = uploads.lockDue(ref, reap.nowMillis());
      if (partsGone < MANY_PARTS && locked.isPresent()) {
        partsGone +=
            switch (locked.get().state()) {
              case MultipartUpload.Open _ -> remove(ref, Reason.EXPIRED, reap.nowMillis());
              case MultipartUpload.Done done -> release(ref, done, reap.nowMillis());
            };
        uploadsChanged++;
      }
    }
    return uploadsChanged;
  }

  /** Removes the parts of an object that is gone, and the result once it is forgotten. */
  private int release(UploadRef ref, MultipartUpload.Done done, long nowMillis)
      throws SQLException {
    List<Part> ended = parts.all(ref);
    long notBefore = nowMillis + MultipartUpload.PART_DELAY.toMillis();
    trash.insert(
        ended.stream()
            .map(Part::blob)
            .map(blob -> new TrashItem(TrashItem.shardOf(blob), notBefore, blob, Reason.DELETED))
            .toList());
    parts.deleteAll(ref);
    if (forgottenMillis(done) <= nowMillis) {
      uploads.delete(ref);
    } else {
      uploads.postpone(ref, forgottenMillis(done));
    }
    return ended.size();
  }

  private void discard(List<Part> ended, Reason reason, long nowMillis) throws SQLException {
    trash.insert(ended.stream().map(part -> TrashItem.of(part.blob(), reason, nowMillis)).toList());
  }
}
