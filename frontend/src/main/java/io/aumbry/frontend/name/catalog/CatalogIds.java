package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.frontend.name.NamedIds;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks the catalog in batches which blobs have a name. Blobs in the trash count as blobs without a
 * name, because they are to be deleted and never get one.
 */
public record CatalogIds(NameCatalog names) implements NamedIds {
  private static final int BATCH = 1000;

  @Override
  public Set<BlobId> among(List<BlobId> ids, RequestContext context) {
    Set<BlobId> named = new HashSet<>();
    for (int from = 0; from < ids.size(); from += BATCH) {
      named.addAll(names.named(ids.subList(from, Math.min(from + BATCH, ids.size())), context));
    }
    return named;
  }
}
