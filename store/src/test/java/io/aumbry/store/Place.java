package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A record in a log file, and its bytes without padding. */
record Place(String path, int offset, int header, int length) {
  private static final int FIRST = 64;
  private static final int MAGIC = 0x41755243;

  static List<Place> allIn(String path, byte[] file) {
    List<Place> places = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(file);
    for (int at = FIRST; at + 88 <= bytes.capacity() && bytes.getInt(at) == MAGIC; ) {
      int content = bytes.getInt(at + 12);
      int header = 88 + bytes.getInt(at + 16) + 4 * ((content + 65535) / 65536);
      places.add(new Place(path, at, header, header + content));
      at += (header + content + 7) / 8 * 8;
    }
    return places;
  }

  BlobId idIn(byte[] file) {
    return BlobId.read(ByteBuffer.wrap(file).position(offset + 88 - BlobId.SIZE));
  }
}
