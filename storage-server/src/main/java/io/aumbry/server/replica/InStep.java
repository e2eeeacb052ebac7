package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeResponse.Pulled.Source;

/**
 * When a replica last had all that a peer had accepted, in milliseconds since 1970 by its own
 * clock; or what it takes to be so as of a later time.
 *
 * @param millis as of when it last had all, {@link #NEVER} before
 * @param inStepMillis all that any replica had accepted then, by a statement of the peer, is here;
 *     0 before
 * @param nextMillis when the peer was asked for {@code nextEnd}, {@link #NEVER} while nothing is
 *     waited for
 * @param nextInStepMillis the peer said then that it was in step as of this time
 * @param nextEnd the peer's last record then: to have it is to have all of {@code nextMillis}
 */
public record InStep(
    long millis, long inStepMillis, long nextMillis, long nextInStepMillis, long nextEnd) {
  static final long NEVER = -1;
  static final InStep NONE = new InStep(NEVER, 0, NEVER, 0, 0);

  /** The peer has said how far it is; an end that is waited for already goes first. */
  InStep heard(long askedMillis, Source said) {
    return nextMillis == NEVER
        ? new InStep(millis, inStepMillis, askedMillis, said.inStepMillis(), said.end())
        : this;
  }

  /** The peer has another store: what was waited for will not come. */
  InStep startOver() {
    return new InStep(millis, inStepMillis, NEVER, 0, 0);
  }

  /** All records of the peer up to {@code last} are here. */
  InStep reached(long last) {
    return nextMillis != NEVER && last >= nextEnd
        ? new InStep(
            Math.max(millis, nextMillis), Math.max(inStepMillis, nextInStepMillis), NEVER, 0, 0)
        : this;
  }
}
