package io.aumbry.catalog.upload;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.Optional;

/**
 * Reads multi-part uploads. Each read sees every change that was acknowledged before the call.
 * Calls park the thread of the request.
 */
public interface UploadCatalog {
  /** An open or completed upload. Empty if it is unknown, aborted or no longer remembered. */
  Optional<MultipartUpload> find(UploadRef upload, RequestContext context);

  /** A page of open uploads. */
  UploadListing list(UploadListing.Query query, RequestContext context);

  /**
   * A page of the parts of an upload, read from one state.
   *
   * @param after the page has parts with greater numbers; 0 for the first page
   * @param limit 1 to {@link Part#MAX_NUMBER}
   */
  PartListing parts(UploadRef upload, int after, int limit, RequestContext context);

  /** Whether a blob is a part of an open upload, or of an object that refers to its parts. */
  boolean isPart(BlobId blob, RequestContext context);

  /** Whether {@link io.aumbry.catalog.command.UploadCommand.Reap} would change anything. */
  boolean isReapDue(long nowMillis, RequestContext context);
}
