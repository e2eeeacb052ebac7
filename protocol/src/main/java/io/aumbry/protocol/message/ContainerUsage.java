package io.aumbry.protocol.message;

/**
 * The space that the blobs of a container occupy in a partition.
 *
 * @param blobs live blobs of clients; a blob of many chunks is one
 * @param bytes of content: of blobs, chunks and pages of manifests that are not deleted
 */
public record ContainerUsage(int account, int container, long blobs, long bytes) {
  public ContainerUsage {
    if (account < 1 || container < 1 || blobs < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          "%d blobs and %d bytes of container %d of account %d"
              .formatted(blobs, bytes, container, account));
    }
  }

  /** The sum with another part of the same container. */
  public ContainerUsage plus(ContainerUsage other) {
    return new ContainerUsage(
        account, container, Math.addExact(blobs, other.blobs), Math.addExact(bytes, other.bytes));
  }
}
