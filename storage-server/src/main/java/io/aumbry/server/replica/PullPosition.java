package io.aumbry.server.replica;

/**
 * How far a replica has the records of one of its peers.
 *
 * @param token it has all records up to there.
 * @param head a range of newer records that it has.
 * @param sync the time at which it last had all records of the peer.
 * @param verified the token holds despite all damage here up to this version
 */
public record PullPosition(PeerToken token, HeadRange head, InStep sync, long verified) {
  /** As a token says, and nothing beyond it. */
  static PullPosition of(PeerToken token) {
    return new PullPosition(token, HeadRange.NONE, InStep.NONE, 0);
  }

  /** The same damage as of which the token is verified, with other positions. */
  PullPosition at(PeerToken next, HeadRange keptHead, InStep nextSync) {
    return new PullPosition(next, keptHead, nextSync, verified);
  }

  /**
   * All up to {@code next} is here, which is not before the token; and so is the head range, if it
   * begins there or before, and is of the same opening.
   */
  PullPosition forward(PeerToken next) {
    PullPosition kept =
        next.openedMillis() == token.openedMillis() ? this : withHead(HeadRange.NONE);
    return at(next, kept.head, sync.reached(next.last())).joined();
  }

  PullPosition withHead(HeadRange other) {
    return at(token, other, sync).joined();
  }

  /** Another peer proves the next token as of this damage; an older head range does not count. */
  PullPosition asOf(long damages) {
    PullPosition kept = head.damages() < damages ? withHead(HeadRange.NONE) : this;
    return new PullPosition(kept.token, kept.head, kept.sync, Math.max(verified, damages));
  }

  /** Back to the first record; that position holds despite any damage. */
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
