package io.aumbry.transport.stream;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.JoinedPieces;
import org.jspecify.annotations.Nullable;

/**
 * Small pieces that the loop joins until a reader takes them. The lock decides between an append
 * and the take, and is held only while bytes are copied.
 */
final class ArrivingPieces {
  /** Empty once taken, so that the loop does not keep their memory. */
  private @Nullable JoinedPieces pieces;

  /** Takes over {@code first}. */
  ArrivingPieces(Buffer first) {
    this.pieces = new JoinedPieces(first);
  }

  /** Loop: takes over {@code piece}, unless the pieces are taken or it does not fit. */
  synchronized boolean append(Buffer piece) {
    return pieces != null && pieces.append(piece);
  }

  /** Called once, by the thread that took the pieces from the mailbox. */
  Buffer take() {
    return end().take();
  }

  private synchronized JoinedPieces end() {
    JoinedPieces all = pieces;
    if (all == null) {
      throw new IllegalStateException("Pieces are taken twice");
    }
    pieces = null;
    return all;
  }
}
