package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.access.sigv4.Payload;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.buffer.ByteSource;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The SHA-256 of the body, if the sender signed one.
 *
 * @param digest in lower-case hex
 * @param length of the body in bytes, if it is known
 */
record BodyProof(Optional<String> digest, OptionalLong length) {
  static final BodyProof NONE = new BodyProof(Optional.empty(), OptionalLong.empty());

  private static final String NOTHING =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  /**
   * The proof of a signed payload.
   *
   * @throws Refusal 400 if an empty body has another hash, or if the body has frames
   */
  static BodyProof of(Payload payload, long length) {
    if (payload.mode().hasFrames()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "x-amz-content-sha256 is " + payload.text() + "; this port accepts no signed frames");
    }
    if (payload.mode() == Payload.Mode.UNSIGNED) {
      return NONE;
    }
    if (length == 0 && !payload.text().equals(NOTHING)) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "x-amz-content-sha256 is " + payload.text() + ", but the body is empty");
    }
    return new BodyProof(
        Optional.of(payload.text()), length < 0 ? OptionalLong.empty() : OptionalLong.of(length));
  }

  Optional<SignedBody> over(ByteSource body) {
    return digest.map(text -> new SignedBody(body, text, length));
  }
}
