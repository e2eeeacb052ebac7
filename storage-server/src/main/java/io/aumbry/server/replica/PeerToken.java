package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeRequest.Pull.From;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import java.util.UUID;

/**
 * A position in a peer's store.
 *
 * @param store uuid of the store
 * @param last all records up to this one are durable here
 * @param openedMillis name of the store's opening under which they were reached; 0 if unknown
 */
public record PeerToken(UUID store, long last, long openedMillis) {
  public static final PeerToken NONE = new PeerToken(From.NO_STORE, 0, 0);

  public PeerToken {
    if (last < 0) {
      throw new IllegalArgumentException("negative sequence number " + last);
    }
  }

  /** Whether {@code held} is not behind this token, and not of an earlier opening. */
  boolean isWithin(Held held) {
    return store.equals(held.store()) && held.openedMillis() >= openedMillis && held.last() >= last;
  }

  public PeerToken at(long sequence) {
    return new PeerToken(store, sequence, openedMillis);
  }
}
