package io.aumbry.frontend.rest;

import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.protocol.blob.BlobId;

/**
 * A blob named by a client, with its owner.
 *
 * @param overSecurePath whether the path of the request had the secure prefix
 * @param entityTag strong and unique, because blobs never change; does not reveal the id
 */
public record BlobAddress(BlobId id, Owner owner, boolean overSecurePath, String entityTag) {
  BlobAddress(BlobId id, Owner owner, boolean overSecurePath) {
    this(id, owner, overSecurePath, '"' + id.uuid().toString() + '"');
  }

  public BlobAddress withTag(String other) {
    return new BlobAddress(id, owner, overSecurePath, other);
  }

  Resource resource() {
    return new Resource.OfBlob(owner, id);
  }

  /**
   * Refuses a read of an inactive owner, or over a public path if the container allows only the
   * secure path.
   *
   * @throws Refusal 403 or 410
   */
  void requireReadable() {
    Owners.requireActive(owner);
    if (owner.container().rules().access().securePathRequired() && !overSecurePath) {
      throw new Refusal(
          RestError.ACCESS_DENIED,
          "Blobs of container '" + owner.container().name() + "' are read over the secure path");
    }
  }
}
