package io.aumbry.catalog.upload;

import java.util.List;
import java.util.Optional;

/**
 * A page of the parts of an upload in the order of their numbers.
 *
 * @param upload empty if there is none
 * @param hasMore whether parts with greater numbers follow
 */
public record PartListing(Optional<MultipartUpload> upload, List<Part> parts, boolean hasMore) {
  public PartListing {
    parts = List.copyOf(parts);
  }
}
