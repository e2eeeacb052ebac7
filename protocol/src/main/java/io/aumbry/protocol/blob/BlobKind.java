package io.aumbry.protocol.blob;

/** The kinds of content. */
public enum BlobKind {
  /** A whole blob. */
  SIMPLE(0),
  /** A list of chunks or pages, see {@link Manifest}. */
  MANIFEST(1),
  /** A part of a blob, or a page of its manifest. Clients cannot read it on its own. */
  CHUNK(2),
  /** The list of chunks that an upload is about to store, see {@link UploadRecord}. */
  UPLOAD(3);

  private final int bits;

  BlobKind(int bits) {
    this.bits = bits;
  }

  /** The value in the flags of a blob id. */
  int bits() {
    return bits;
  }

  /** Whether the content names chunks, which must be deleted before it is dropped. */
  public boolean namesChunks() {
    return this == MANIFEST || this == UPLOAD;
  }

  /** Whether clients know ids of this kind. */
  public boolean isPublic() {
    return this == SIMPLE || this == MANIFEST;
  }

  static BlobKind ofBits(int bits) {
    return switch (bits) {
      case 0 -> SIMPLE;
      case 1 -> MANIFEST;
      case 2 -> CHUNK;
      case 3 -> UPLOAD;
      default -> throw new IllegalArgumentException("kind " + bits);
    };
  }
}
