package io.aumbry.router;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.router.ByteBudget.Reservation;
import java.util.Optional;

/**
 * A source together with the memory reserved for it, given back at its end or when it is closed.
 */
record HeldSource(ByteSource source, Reservation reservation) implements ByteSource {
  @Override
  public Optional<Buffer> next() {
    Optional<Buffer> bytes = source.next();
    if (bytes.isEmpty()) {
      reservation.close();
    }
    return bytes;
  }

  @Override
  public void close() {
    try (reservation) {
      source.close();
    }
  }
}
