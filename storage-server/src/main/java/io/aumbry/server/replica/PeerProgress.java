package io.aumbry.server.replica;

import java.util.UUID;

/**
 * What a replica knows of one of its peers.
 *
 * @param token how far it has the peer's records
 * @param heard whether the peer has told the next two since the replica was opened
 * @param target the peer's last record when it was first heard of: to have it is to have all that
 *     was in that store before this replica was open
 * @param end the peer's last record when it was last heard of
 */
public record PeerProgress(PeerToken token, boolean heard, long target, long end) {
  public static final PeerProgress NONE = restored(PeerToken.NONE);

  /** As known from a token that was kept through a restart. */
  static PeerProgress restored(PeerToken token) {
    return new PeerProgress(token, false, 0, token.last());
  }

  /** The peer has said which store it has and how far that goes. */
  PeerProgress hear(UUID store, long newEnd) {
    // a store that ends before what was had of it has lost records, and numbers new ones like them
    boolean same = token.store().equals(store) && newEnd >= token.last();
    PeerToken known = same ? token : new PeerToken(store, 0);
    if (heard && same) {
      return new PeerProgress(known, true, target, newEnd);
    }
    return new PeerProgress(known, true, newEnd, newEnd);
  }

  /** All records of {@code store} up to {@code last} are durable here. */
  PeerProgress advance(UUID store, long last) {
    if (!token.store().equals(store) || last <= token.last()) {
      return this;
    }
    return new PeerProgress(new PeerToken(store, last), heard, target, Math.max(end, last));
  }

  /** Back to the peer's first record. */
  PeerProgress again() {
    return new PeerProgress(new PeerToken(token.store(), 0), heard, target, end);
  }

  /** Whether this replica has all that the peer had when it was first heard of. */
  public boolean isCaughtUp() {
    return heard && token.last() >= target;
  }

  /** So many records of the peer are not known to be here. */
  public long lag() {
    return Math.max(0, end - token.last());
  }
}
