package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeResponse.Pulled.Source;

/**
 * When a replica last had all records of a peer, and the peer's position for which it waits. Times
 * are in milliseconds since 1970.
 *
 * @param millis all records of the peer at this time are here, by the clock of this node at that
 *     time, which may have been set back since; {@link #NEVER} before.
 * @param inStepMillis all that any replica had accepted at this time, by a statement of the peer,
 *     is here; 0 before.
 * @param nextMillis time of the request that the peer answered with {@code nextEnd}; {@link #NEVER}
 *     if nothing is awaited.
 * @param nextInStepMillis the peer's time in step in that answer.
 * @param nextEnd the peer's last record in that answer.
 */
public record InStep(
    long millis, long inStepMillis, long nextMillis, long nextInStepMillis, long nextEnd) {
  static final long NEVER = -1;
  static final InStep NONE = new InStep(NEVER, 0, NEVER, 0, 0);

  /** Starts to wait for the stated end, unless an earlier one is still awaited. */
  InStep heard(long askedMillis, Source said) {
    return nextMillis == NEVER
        ? new InStep(millis, inStepMillis, askedMillis, said.inStepMillis(), said.end())
        : this;
  }

  /** Stops to wait: the peer has another store, or may have lost the awaited record. */
  InStep startOver() {
    return new InStep(millis, inStepMillis, NEVER, 0, 0);
  }

  InStep reached(long last) {
    return nextMillis != NEVER && last >= nextEnd
        ? new InStep(nextMillis, Math.max(inStepMillis, nextInStepMillis), NEVER, 0, 0)
        : this;
  }
}
