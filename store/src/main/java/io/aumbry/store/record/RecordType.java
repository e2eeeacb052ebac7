package io.aumbry.store.record;

import java.util.Optional;

public enum RecordType {
  /** A new blob. */
  PUT(1),
  /** A later expiry. */
  TTL_UPDATE(2),
  /** The end of a life. */
  DELETE(3),
  /** A new life. */
  UNDELETE(4);

  private final int code;

  RecordType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static Optional<RecordType> ofCode(int code) {
    return switch (code) {
      case 1 -> Optional.of(PUT);
      case 2 -> Optional.of(TTL_UPDATE);
      case 3 -> Optional.of(DELETE);
      case 4 -> Optional.of(UNDELETE);
      default -> Optional.empty();
    };
  }
}
