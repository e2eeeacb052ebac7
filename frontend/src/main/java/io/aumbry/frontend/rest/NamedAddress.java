package io.aumbry.frontend.rest;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.protocol.blob.BlobId;

/**
 * A name in the path of a request, with its owner.
 *
 * @param text after the container
 * @param overSecurePath whether the path of the request had the secure prefix
 */
public record NamedAddress(Owner owner, String text, boolean overSecurePath) {
  public BlobName name() {
    return new BlobName(container(owner), KeyBytes.of(text));
  }

  public static ContainerRef container(Owner owner) {
    return new ContainerRef(owner.account().id(), owner.container().id());
  }

  /** The blob that has the name now. */
  public BlobAddress blob(BlobId id) {
    return new BlobAddress(id, owner, overSecurePath);
  }

  Resource resource() {
    return new Resource.OfName(owner, text);
  }

  void requireReadable() {
    BlobAddress.requireReadable(owner, overSecurePath);
  }
}
