package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** Reads the quarantine file of a store. */
final class QuarantineReader {
  /**
   * Damage of a log.
   *
   * @param place position of its begin
   * @param first number of the first record that is lost there
   * @param last number of the last one
   * @param isHealed whether no needed record is there any more
   * @param blobs number of blobs with PUTs there
   */
  record Damage(long place, long first, long last, boolean isHealed, int blobs) {
    /** Whether all lost records are PUTs of known blobs. */
    boolean isOnlyBlobs() {
      return blobs == last - first + 1;
    }

    boolean covers(long sequence) {
      return first <= sequence && sequence <= last;
    }
  }

  private static final int COUNT_AT = 32;
  private static final int ENTRIES_AT = 68;
  private static final int ID = 32;

  private QuarantineReader() {}

  static Set<Damage> read(DiskFile file) {
    ByteBuffer bytes = all(file);
    Set<Damage> damages = new HashSet<>();
    int count = bytes.getInt(COUNT_AT);
    bytes.position(ENTRIES_AT);
    for (int i = 0; i < count; i++) {
      long place = bytes.getLong();
      bytes.position(bytes.position() + Long.BYTES);
      long first = bytes.getLong();
      long last = bytes.getLong();
      boolean isHealed = bytes.getLong() != 0;
      int blobs = bytes.getInt();
      bytes.position(bytes.position() + blobs * ID);
      damages.add(new Damage(place, first, last, isHealed, blobs));
    }
    return damages;
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
