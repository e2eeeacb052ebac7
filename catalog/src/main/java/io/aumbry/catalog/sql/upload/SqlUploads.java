package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadStore;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.name.UploadBlobs;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.PartListing;
import io.aumbry.catalog.upload.UploadListing;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.Optional;

/** Multi-part uploads in a SQL database. */
public final class SqlUploads implements UploadStore {
  private final Database database;

  public SqlUploads(Database database) {
    this.database = database;
  }

  @Override
  public <R> R apply(UploadCommand<R> command, RequestContext context) {
    return database.write(
        connection -> command.applyTo(new UploadChanges(connection, database.dialect())), context);
  }

  @Override
  public Optional<MultipartUpload> find(UploadRef upload, RequestContext context) {
    return database.read(
        connection -> new UploadRows(connection, database.dialect()).find(upload), context);
  }

  @Override
  public UploadListing list(UploadListing.Query query, RequestContext context) {
    return database.read(
        connection -> new UploadPages(connection, query, UploadPages.USUAL_ROWS).list(), context);
  }

  @Override
  public PartListing parts(UploadRef upload, int after, int limit, RequestContext context) {
    Bounds.check("parts of a page", limit, 1, Part.MAX_NUMBER);
    return database.read(
        Consistency.SNAPSHOT,
        connection -> {
          Optional<MultipartUpload> found =
              new UploadRows(connection, database.dialect()).find(upload);
          List<Part> parts =
              new PartRows(connection, database.dialect()).page(upload, after, limit + 1);
          boolean hasMore = parts.size() > limit;
          return new PartListing(found, hasMore ? parts.subList(0, limit) : parts, hasMore);
        },
        context);
  }

  @Override
  public boolean isPart(BlobId blob, RequestContext context) {
    return database.read(
        connection ->
            !new UploadBlobs(connection, database.dialect()).parts(List.of(blob)).isEmpty(),
        context);
  }

  @Override
  public boolean isReapDue(long nowMillis, RequestContext context) {
    return database.read(
        connection -> !new UploadRows(connection, database.dialect()).due(nowMillis, 1).isEmpty(),
        context);
  }
}
