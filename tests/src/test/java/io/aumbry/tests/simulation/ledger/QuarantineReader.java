package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** Reads the file of known damage of a store. */
final class QuarantineReader {
  private static final int COUNT_AT = 32;
  private static final int ENTRIES_AT = 68;
  private static final int ID = 32;

  private QuarantineReader() {}

  /** The places of damage that is not healed. */
  static Set<Long> open(DiskFile file) {
    ByteBuffer bytes = all(file);
    Set<Long> places = new HashSet<>();
    int count = bytes.getInt(COUNT_AT);
    bytes.position(ENTRIES_AT);
    for (int i = 0; i < count; i++) {
      long place = bytes.getLong();
      bytes.position(bytes.position() + 3 * Long.BYTES);
      boolean isHealed = bytes.getInt() != 0;
      int blobs = bytes.getInt();
      bytes.position(bytes.position() + blobs * ID);
      if (!isHealed) {
        places.add(place);
      }
    }
    return places;
  }

  private static ByteBuffer all(DiskFile file) {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
      file.read(bytes, 0);
      return bytes.flip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
