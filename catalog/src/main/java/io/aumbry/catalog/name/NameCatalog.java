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
   * The blobs that have a version of a name. A blob that is not returned has no name at the time of
   * the call: either its name was never committed, or it was replaced or deleted and is no longer
   * remembered.
   */
  Set<BlobId> named(Collection<BlobId> blobs, RequestContext context);

  /** All leases, including fenced ones. */
  List<WriterLease> writers(RequestContext context);
}
