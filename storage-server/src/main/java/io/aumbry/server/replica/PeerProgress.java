package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.OptionalLong;

/**
 * The position of a replica in the store of one peer.
 *
 * @param reached token and time in step.
 * @param heard whether the peer has answered since the replica was opened.
 * @param complete whether the peer's store is complete.
 * @param target the peer's last record when first heard. With it, the replica has all records that
 *     the peer had before this replica was opened.
 * @param end the peer's last record when last heard.
 * @param bytes approximate size of the peer's records after the token when last heard.
 */
public record PeerProgress(
    PullPosition reached, boolean heard, boolean complete, long target, long end, long bytes) {
  public static final PeerProgress NONE = restored(PeerToken.NONE);

  static PeerProgress restored(PeerToken token) {
    return new PeerProgress(PullPosition.of(token), false, false, 0, token.last(), 0);
  }

  public PeerToken token() {
    return reached.token();
  }

  /**
   * The peer has stated its store and end.
   *
   * @param millis time of the request.
   */
  PeerProgress hear(Source source, long millis) {
    boolean same =
        token().store().equals(source.store())
            && source.end() >= token().last()
            && source.opening().goesOn(token().openedMillis(), token().last());
    long last = same ? token().last() : 0;
    PeerToken known = new PeerToken(source.store(), last, source.opening().millis());
    InStep sync =
        keeps(source, same, reached.sync().nextEnd()) ? reached.sync() : reached.sync().startOver();
    InStep next = sync.heard(millis, source).reached(last);
    long first = heard && keeps(source, same, target) ? target : source.end();
    return new PeerProgress(
        reached.at(known, next), true, source.complete(), first, source.end(), source.bytes());
  }

  /** Whether the peer still has the record that it named, and not another one of its number. */
  private boolean keeps(Source source, boolean same, long named) {
    return same && source.opening().goesOn(token().openedMillis(), named);
  }

  /**
   * Ignored if the token was verified after later damage, which may have taken some of the records.
   * Ignored too if the version vector of another peer has moved the token to another opening.
   *
   * @param damages version of the damage here before the check for the records.
   */
  PeerProgress advance(Source source, long last, long damages) {
    boolean isSame =
        token().store().equals(source.store())
            && token().openedMillis() == source.opening().millis();
    return isSame && last > token().last() && reached.verified() <= damages
        ? with(reached.forward(token().at(last)))
        : this;
  }

  /**
   * Moves the token by the version vector of another peer.
   *
   * @param damages version of the damage here as of which the records are verified.
   */
  PeerProgress adopt(Held held, long damages) {
    return token().isWithin(held)
        ? with(
            reached
                .asOf(damages)
                .forward(new PeerToken(held.store(), held.last(), held.openedMillis())))
        : this;
  }

  private PeerProgress with(PullPosition other) {
    return new PeerProgress(
        other, heard, complete, target, Math.max(end, other.token().last()), bytes);
  }

  PeerProgress again(long damages) {
    return new PeerProgress(reached.again(damages), heard, complete, target, end, bytes);
  }

  /** Whether the token was verified after all damage up to this version. */
  public boolean isVerified(long damages) {
    return reached.verified() >= damages;
  }

  public boolean isCaughtUp() {
    return heard && token().last() >= target;
  }

  /** The number of records not known to be here; 0 only if the token is at the end. */
  public long lag() {
    return end - token().last();
  }

  /** Approximate size of the records not known to be here. */
  public long lagBytes() {
    return lag() == 0 ? 0 : bytes;
  }

  /** Since this replica was opened; in milliseconds since 1970, by the clock of this node. */
  public OptionalLong inSyncMillis() {
    long millis = reached.sync().millis();
    return millis == InStep.NEVER ? OptionalLong.empty() : OptionalLong.of(millis);
  }

  long inStepMillis() {
    return reached.sync().inStepMillis();
  }
}
