package io.aumbry.protocol.blob;

import java.util.Optional;

/** What the content of a blob is. */
public enum BlobKind {
  /** The bytes of a whole blob. */
  SIMPLE(0),
  /** The list of the chunks of a blob, see {@link Manifest}. */
  MANIFEST(1),
  /** A part of a blob; not to be read by clients on its own. */
  CHUNK(2);

  private final int bits;

  BlobKind(int bits) {
    this.bits = bits;
  }

  /** As in the flags of a blob id. */
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
