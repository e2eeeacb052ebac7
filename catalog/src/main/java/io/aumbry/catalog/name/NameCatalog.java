package io.aumbry.catalog.name;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Reads names. Each read sees every change that was acknowledged before the call, unless it is
 * {@linkplain Freshness#LAGGING allowed to lag}. Calls park the thread of the request.
 */
public interface NameCatalog {
  /** The age of the data that a read may return. */
  enum Freshness {
    CURRENT,
    /** From a nearby read replica, which may lag behind. */
    LAGGING
  }

  default NameLookup find(BlobName name, RequestContext context) {
    return find(name, Freshness.CURRENT, context);
  }

  NameLookup find(BlobName name, Freshness freshness, RequestContext context);

  NameListing list(NameListing.Query query, Freshness freshness, RequestContext context);

  /**
   * The blobs that the catalog knows, by a version of a name, as a part of an upload or object, or
   * in the trash. All are read from one state. A blob that is not known was never committed, or was
   * removed and has left the trash.
   *
   * @param blobs at most 1,024
   */
  Set<BlobId> known(Collection<BlobId> blobs, RequestContext context);

  /** All leases, including fenced ones. */
  List<WriterRecord> writers(RequestContext context);

  DueUpkeep dueUpkeep(long nowMillis, RequestContext context);
}
