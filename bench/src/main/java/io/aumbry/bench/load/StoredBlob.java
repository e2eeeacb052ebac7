package io.aumbry.bench.load;

/**
 * A blob to read.
 *
 * @param path at the endpoint, with the leading slash
 */
public record StoredBlob(String path, Expected expected) {
  public StoredBlob {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path '" + path + "' must start with a slash");
    }
  }

  long size() {
    return switch (expected) {
      case Expected.Unknown() -> 0;
      case Expected.Known(long _, long size) -> size;
    };
  }
}
