package io.aumbry.server.replica;

/**
 * How far a replica has the records of one of its peers.
 *
 * @param token up to where it has all
 * @param head what it has beyond that
 * @param sync when it last had all of the peer
 */
public record Reached(PeerToken token, HeadRange head, InSync sync) {
  /** As a token says, and nothing beyond it. */
  static Reached of(PeerToken token) {
    return new Reached(token, HeadRange.NONE, InSync.NONE);
  }

  /**
   * All up to {@code next} is here, which is not before the token; and so is the head range, if it
   * begins there or before, and is of the same opening.
   */
  Reached forward(PeerToken next) {
    Reached kept = next.openedMillis() == token.openedMillis() ? this : withHead(HeadRange.NONE);
    return new Reached(next, kept.head, sync.reached(next.last())).joined();
  }

  Reached withHead(HeadRange other) {
    return new Reached(token, other, sync).joined();
  }

  /** The head range counts as of this damage, or not at all. */
  Reached asOf(long damages) {
    return head.damages() < damages ? withHead(HeadRange.NONE) : this;
  }

  /** Back to the first record. */
  Reached again() {
    return new Reached(token.at(0), HeadRange.NONE, sync);
  }

  private Reached joined() {
    if (head.isNone() || head.after() > token.last()) {
      return this;
    }
    long last = Math.max(token.last(), head.last());
    return new Reached(token.at(last), HeadRange.NONE, sync.reached(last));
  }
}
