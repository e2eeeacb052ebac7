package io.aumbry.server.replica;

/**
 * The position of a replica in a peer's store.
 *
 * @param token all records up to it are here.
 * @param sync when the replica last had all records of the peer.
 * @param verified the token holds despite all damage here up to this version.
 */
public record PullPosition(PeerToken token, InStep sync, long verified) {
  static PullPosition of(PeerToken token) {
    return new PullPosition(token, InStep.NONE, 0);
  }

  PullPosition at(PeerToken next, InStep nextSync) {
    return new PullPosition(next, nextSync, verified);
  }

  /** Under another opening, the awaited record may have been lost and its number used again. */
  PullPosition forward(PeerToken next) {
    boolean isSameOpening = next.openedMillis() == token.openedMillis();
    InStep awaited = isSameOpening ? sync : sync.startOver();
    return at(next, awaited.reached(next.last()));
  }

  /** Another peer proves the next token as of this damage. */
  PullPosition asOf(long damages) {
    return new PullPosition(token, sync, Math.max(verified, damages));
  }

  /** Resets to the first record, a position that holds despite any damage. */
  PullPosition again(long damages) {
    return new PullPosition(token.at(0), sync, damages);
  }
}
