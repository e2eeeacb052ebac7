package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.frontend.name.NamedIds;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks the catalog in batches which blobs it knows. */
public record CatalogIds(NameCatalog names) implements NamedIds {
  private static final int BATCH = 1000;

  @Override
  public Set<BlobId> among(List<BlobId> ids, RequestContext context) {
    Set<BlobId> known = new HashSet<>();
    for (int from = 0; from < ids.size(); from += BATCH) {
      known.addAll(names.known(ids.subList(from, Math.min(from + BATCH, ids.size())), context));
    }
    return known;
  }
}
