package io.aumbry.protocol.blob;

import java.util.Optional;

/** The kinds of content. */
public enum BlobKind {
  /** A whole blob. */
  SIMPLE(0),
  /** A list of chunks, see {@link Manifest}. */
  MANIFEST(1),
  /** A part of a blob. Clients cannot read it on its own. */
  CHUNK(2);

  private final int bits;

  BlobKind(int bits) {
    this.bits = bits;
  }

  /** The value in the flags of a blob id. */
  int bits() {
    return bits;
  }

  static Optional<BlobKind> ofBits(int bits) {
    return switch (bits) {
      case 0 -> Optional.of(SIMPLE);
      case 1 -> Optional.of(MANIFEST);
      case 2 -> Optional.of(CHUNK);
      default -> Optional.empty();
    };
  }
}
