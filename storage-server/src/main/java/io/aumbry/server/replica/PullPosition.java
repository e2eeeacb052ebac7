package io.aumbry.server.replica;

/**
 * The position of a replica in a peer's store.
 *
 * @param token all records up to it are here.
 * @param head newer records that are here too.
 * @param sync when the replica last had all records of the peer.
 * @param verified the token holds despite all damage here up to this version.
 */
public record PullPosition(PeerToken token, HeadRange head, InStep sync, long verified) {
  static PullPosition of(PeerToken token) {
    return new PullPosition(token, HeadRange.NONE, InStep.NONE, 0);
  }

  PullPosition at(PeerToken next, HeadRange keptHead, InStep nextSync) {
    return new PullPosition(next, keptHead, nextSync, verified);
  }

  /** Keeps the head range if it belongs to the same opening. */
  PullPosition forward(PeerToken next) {
    PullPosition kept =
        next.openedMillis() == token.openedMillis() ? this : withHead(HeadRange.NONE);
    return at(next, kept.head, sync.reached(next.last())).joined();
  }

  PullPosition withHead(HeadRange other) {
    return at(token, other, sync).joined();
  }

  /**
   * Another peer proves the next token as of this damage. A head range from before it is dropped.
   */
  PullPosition asOf(long damages) {
    PullPosition kept = head.damages() < damages ? withHead(HeadRange.NONE) : this;
    return new PullPosition(kept.token, kept.head, kept.sync, Math.max(verified, damages));
  }

  /** Resets to the first record, a position that holds despite any damage. */
  PullPosition again(long damages) {
    return new PullPosition(token.at(0), HeadRange.NONE, sync, damages);
  }

  private PullPosition joined() {
    if (head.isNone() || head.after() > token.last()) {
      return this;
    }
    long last = Math.max(token.last(), head.last());
    return at(token.at(last), HeadRange.NONE, sync.reached(last));
  }
}
