package io.aumbry.server.replica;

/**
 * When a replica last had all that a peer had accepted, in milliseconds since 1970 by its own
 * clock; or what it takes to be so as of a later time.
 *
 * @param millis as of when it last had all, {@link #NEVER} before
 * @param nextMillis when the peer was asked for {@code nextEnd}, {@link #NEVER} while nothing is
 *     waited for
 * @param nextEnd the peer's last record then: to have it is to have all of {@code nextMillis}
 */
public record InSync(long millis, long nextMillis, long nextEnd) {
  static final long NEVER = -1;
  static final InSync NONE = new InSync(NEVER, NEVER, 0);

  /** The peer has said how far it is; an end that is waited for already goes first. */
  InSync heard(long askedMillis, long end) {
    return nextMillis == NEVER ? new InSync(millis, askedMillis, end) : this;
  }

  /** The peer has another store: what was waited for will not come. */
  InSync startOver() {
    return new InSync(millis, NEVER, 0);
  }

  /** All records of the peer up to {@code last} are here. */
  InSync reached(long last) {
    return nextMillis != NEVER && last >= nextEnd
        ? new InSync(Math.max(millis, nextMillis), NEVER, 0)
        : this;
  }
}
