package io.aumbry.router;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.router.ByteBudget.Reservation;

/**
 * The content of one record on its way out, with the memory that was reserved for it. Held by each
 * write that sends it, and given back with the last of them. Belongs to one thread at a time.
 */
final class Chunk implements AutoCloseable {
  private final Body content;
  private final BlockChecksums checksums;
  private final Reservation reservation;
  private int holders = 1;

  /** Takes over {@code content} and {@code reservation}; the caller is the first holder. */
  Chunk(Body content, BlockChecksums checksums, Reservation reservation) {
    this.content = content;
    this.checksums = checksums;
    this.reservation = reservation;
    reservation.shrinkTo(content.size());
  }

  Body content() {
    return content;
  }

  BlockChecksums checksums() {
    return checksums;
  }

  int size() {
    return content.size();
  }

  Chunk hold() {
    holders++;
    return this;
  }

  @Override
  public void close() {
    holders--;
    if (holders == 0) {
      content.close();
      reservation.close();
    }
  }
}
