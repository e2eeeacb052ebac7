package io.aumbry.catalog.snapshot;

import io.aumbry.protocol.runtime.RequestContext;

/** The database from which snapshots are loaded. Calls park. */
public interface SnapshotSource extends AutoCloseable {
  Revision revision(RequestContext context);

  /** All accounts and identities, as they were after one of the changes. */
  CatalogSnapshot load(RequestContext context);

  /** Ends the call that runs, which then fails. */
  @Override
  void close();
}
