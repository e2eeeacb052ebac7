package io.aumbry.catalog.upload;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.protocol.blob.BlobId;
import java.util.Comparator;

/**
 * The key of an upload.
 *
 * @param name of the object that it creates
 */
public record UploadRef(BlobName name, UploadId id) implements Comparable<UploadRef> {
  private static final Comparator<UploadRef> ORDER =
      Comparator.comparing(UploadRef::name).thenComparing(UploadRef::id);

  /**
   * Checks that a blob may belong to this upload.
   *
   * @throws IllegalArgumentException if it is of another container
   */
  public void requireSameContainer(BlobId blob) {
    ContainerRef container = name.container();
    if (blob.account() != container.account() || blob.container() != container.container()) {
      throw new IllegalArgumentException(
          "blob " + blob + " is not of the container of its upload, " + container);
    }
  }

  @Override
  public int compareTo(UploadRef other) {
    return ORDER.compare(this, other);
  }
}
