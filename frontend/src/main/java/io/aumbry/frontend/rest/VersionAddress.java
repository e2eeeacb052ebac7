package io.aumbry.frontend.rest;

import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.protocol.blob.BlobId;

/**
 * A version of a dataset in the path of a request.
 *
 * @param version exact, or relative as {@code LATEST}
 */
public record VersionAddress(
    Owner owner, DatasetRef dataset, String version, boolean overSecurePath) {
  /** The blob of the version. */
  public BlobAddress blob(BlobId id) {
    return new BlobAddress(id, owner, overSecurePath);
  }

  /** The same address with the version that it names. */
  public VersionAddress exactly(DatasetVersion found) {
    return new VersionAddress(owner, dataset, found.toString(), overSecurePath);
  }

  public Resource resource() {
    return new Resource.OfName(owner, dataset.name() + "/" + version);
  }

  void requireReadable() {
    BlobAddress.requireReadable(owner, overSecurePath);
  }
}
