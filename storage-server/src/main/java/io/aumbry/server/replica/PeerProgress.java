package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What a replica knows of one of its peers.
 *
 * @param reached how far it has the peer's records
 * @param heard whether the peer has told the next three since the replica was opened
 * @param complete whether the peer's store has been complete
 * @param target the peer's last record when it was first heard of: to have it is to have all that
 *     was in that store before this replica was open
 * @param end the peer's last record when it was last heard of
 * @param bytes about so many bytes of records were behind the token then
 */
public record PeerProgress(
    PullPosition reached, boolean heard, boolean complete, long target, long end, long bytes) {
  public static final PeerProgress NONE = restored(PeerToken.NONE);

  /** As known from a token that was kept through a restart. */
  static PeerProgress restored(PeerToken token) {
    return new PeerProgress(PullPosition.of(token), false, false, 0, token.last(), 0);
  }

  /** Up to where it has all of the peer's records. */
  public PeerToken token() {
    return reached.token();
  }

  /** What it has of them beyond that. */
  public HeadRange head() {
    return reached.head();
  }

  /** The peer has said which store it has and how far that goes, when asked at {@code millis}. */
  PeerProgress hear(Source source, long millis) {
    boolean same =
        token().store().equals(source.store())
            && source.end() >= token().last()
            && source.opening().goesOn(token().openedMillis(), token().last());
    long last = same ? token().last() : 0;
    PeerToken known = new PeerToken(source.store(), last, source.opening().millis());
    InStep sync = same ? reached.sync() : reached.sync().startOver();
    InStep next = sync.heard(millis, source).reached(last);
    HeadRange head = isOfHead(source) ? head() : HeadRange.NONE;
    long first = heard && same ? target : source.end();
    return new PeerProgress(
        reached.at(known, head, next),
        true,
        source.complete(),
        first,
        source.end(),
        source.bytes());
  }

  /** Whether this is the store, and its opening, of which the head range is. */
  private boolean isOfHead(Source source) {
    return isOfToken(source) && source.end() >= head().last();
  }

  private boolean isOfToken(Source source) {
    return token().store().equals(source.store())
        && token().openedMillis() == source.opening().millis();
  }

  /** Asked for records of the head range, the peer has said the same. */
  PeerProgress hearAhead(Source source) {
    return isOfHead(source)
        ? new PeerProgress(reached, heard, complete, target, Math.max(end, source.end()), bytes)
        : with(reached.withHead(HeadRange.NONE));
  }

  /** Begins a head range behind the last record that the peer has said to have. */
  PeerProgress begin(Source source, long damages) {
    return isOfToken(source) && source.end() > token().last()
        ? with(reached.withHead(HeadRange.behind(source.end(), damages)))
        : this;
  }

  /** The head range is as large as that by now, if it still is what it was. */
  PeerProgress extend(HeadRange from, HeadRange to) {
    return head().equals(from) ? with(reached.withHead(to)) : this;
  }

  PeerProgress withoutHead() {
    return with(reached.withHead(HeadRange.NONE));
  }

  /**
   * All records of {@code store} up to {@code last} are durable here. Ignored when the token was
   * verified since by later damage than the look at them: the damage may have taken some of them.
   *
   * @param damages version of the damage here before it was looked for them
   */
  PeerProgress advance(UUID store, long last, long damages) {
    return token().store().equals(store) && last > token().last() && reached.verified() <= damages
        ? with(reached.forward(token().at(last)))
        : this;
  }

  /**
   * Another peer has all records of this one's store up to a number, and all of those are here.
   *
   * @param damages as of which damage here that is so
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

  /** Back to the peer's first record, since more was found damaged here. */
  PeerProgress again(long damages) {
    return new PeerProgress(reached.again(damages), heard, complete, target, end, bytes);
  }

  /** Whether the token holds in spite of all damage here up to this version of it. */
  boolean isVerified(long damages) {
    return reached.verified() >= damages;
  }

  /** Whether this replica has all that the peer had when it was first heard of. */
  public boolean isCaughtUp() {
    return heard && token().last() >= target;
  }

  /** So many records of the peer are not known to be here; 0 only when the token is at the end. */
  public long lag() {
    return Math.max(0, behindToken() - head().size());
  }

  private long behindToken() {
    return end - token().last();
  }

  /** About so many bytes of the peer's records are behind the token, be they here or not. */
  public long bytesBehindToken() {
    return lag() == 0 ? 0 : bytes;
  }

  /**
   * About so many bytes of the peer's records are not known to be here: those behind the token, as
   * the peer has said, less those of the head range as if all were of the same size.
   */
  public long lagBytes() {
    return lag() == 0 ? 0 : (long) ((double) bytes * lag() / behindToken());
  }

  /**
   * As of when all that the peer had accepted was durable here, since this was opened: in
   * milliseconds since 1970, by the clock of this node.
   */
  public OptionalLong inSyncMillis() {
    long millis = reached.sync().millis();
    return millis == InStep.NEVER ? OptionalLong.empty() : OptionalLong.of(millis);
  }

  /** As {@link InStep#inStepMillis}. */
  long inStepMillis() {
    return reached.sync().inStepMillis();
  }
}
