package io.aumbry.store.record;

import java.util.Optional;

/** What a record says. */
public enum RecordType {
  /** Here is a blob. */
  PUT(1),
  /** The blob now ends later. */
  TTL_UPDATE(2),
  /** The blob ended in this life. */
  DELETE(3),
  /** The blob has a new life. */
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
