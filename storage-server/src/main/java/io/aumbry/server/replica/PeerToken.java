package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeRequest.Pull.From;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import java.util.UUID;

/**
 * How far a replica has the records of one of its peers.
 *
 * @param store of the peer, whose sequence numbers these are
 * @param last this and all records before it are durable here
 * @param openedMillis under which opening of that store they are its records; 0 when it has not
 *     said
 */
public record PeerToken(UUID store, long last, long openedMillis) {
  public static final PeerToken NONE = new PeerToken(From.NO_STORE, 0, 0);

  public PeerToken {
    if (last < 0) {
      throw new IllegalArgumentException("sequence number " + last);
    }
  }

  /** Whether all that this says is said by what another peer has of the store, or more. */
  boolean isWithin(Held held) {
    return store.equals(held.store()) && held.openedMillis() >= openedMillis && held.last() >= last;
  }

  public PeerToken at(long sequence) {
    return new PeerToken(store, sequence, openedMillis);
  }
}
