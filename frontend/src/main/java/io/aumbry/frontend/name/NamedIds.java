package io.aumbry.frontend.name;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.Set;

/** The blobs that the catalog knows. */
@FunctionalInterface
public interface NamedIds {
  /**
   * Returns those of {@code ids} that the catalog refers to anywhere: as the newest version of a
   * name, as an older one, as part of an unfinished upload, or in the trash. All are looked up in
   * one transaction on the newest state, because a version may move between tables.
   *
   * @throws io.aumbry.protocol.error.AumbryException if the answer is not complete
   */
  Set<BlobId> among(List<BlobId> ids, RequestContext context);
}
