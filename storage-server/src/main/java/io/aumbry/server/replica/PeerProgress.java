package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What a replica knows of one of its peers.
 *
 * @param token how far it has the peer's records
 * @param heard whether the peer has told the next three since the replica was opened
 * @param complete whether the peer's store has been complete
 * @param target the peer's last record when it was first heard of: to have it is to have all that
 *     was in that store before this replica was open
 * @param end the peer's last record when it was last heard of
 * @param bytes about so many bytes of records were behind the token then
 * @param sync when it last had all of the peer
 */
public record PeerProgress(
    PeerToken token,
    boolean heard,
    boolean complete,
    long target,
    long end,
    long bytes,
    InSync sync) {
  public static final PeerProgress NONE = restored(PeerToken.NONE);

  /** As known from a token that was kept through a restart. */
  static PeerProgress restored(PeerToken token) {
    return new PeerProgress(token, false, false, 0, token.last(), 0, InSync.NONE);
  }

  /** The peer has said which store it has and how far that goes, when asked at {@code millis}. */
  PeerProgress hear(Source source, long millis) {
    boolean same =
        token.store().equals(source.store())
            && source.end() >= token.last()
            && source.opening().goesOn(token.openedMillis(), token.last());
    long last = same ? token.last() : 0;
    PeerToken known = new PeerToken(source.store(), last, source.opening().millis());
    InSync next = (same ? sync : sync.startOver()).heard(millis, source.end()).reached(last);
    long first = heard && same ? target : source.end();
    return new PeerProgress(
        known, true, source.complete(), first, source.end(), source.bytes(), next);
  }

  /** All records of {@code store} up to {@code last} are durable here. */
  PeerProgress advance(UUID store, long last) {
    if (!token.store().equals(store) || last <= token.last()) {
      return this;
    }
    return new PeerProgress(
        token.at(last), heard, complete, target, Math.max(end, last), bytes, sync.reached(last));
  }

  /** Another peer has all records of this one's store up to a number, and all of those are here. */
  PeerProgress adopt(Held held) {
    if (!token.isWithin(held)) {
      return this;
    }
    PeerToken next = new PeerToken(held.store(), held.last(), held.openedMillis());
    return new PeerProgress(
        next,
        heard,
        complete,
        target,
        Math.max(end, held.last()),
        bytes,
        sync.reached(held.last()));
  }

  /** Back to the peer's first record. */
  PeerProgress again() {
    return new PeerProgress(token.at(0), heard, complete, target, end, bytes, sync);
  }

  /** Whether this replica has all that the peer had when it was first heard of. */
  public boolean isCaughtUp() {
    return heard && token.last() >= target;
  }

  /** So many records of the peer are not known to be here. */
  public long lag() {
    return Math.max(0, end - token.last());
  }

  /** About so many bytes of the peer's records are not known to be here. */
  public long lagBytes() {
    return lag() == 0 ? 0 : bytes;
  }

  /**
   * As of when all that the peer had accepted was durable here, since this was opened: in
   * milliseconds since 1970, by the clock of this node.
   */
  public OptionalLong inSyncMillis() {
    return sync.millis() == InSync.NEVER ? OptionalLong.empty() : OptionalLong.of(sync.millis());
  }
}
