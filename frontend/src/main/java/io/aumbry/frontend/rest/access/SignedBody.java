package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.rest.body.CheckedEnd;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/** A body that fails before its last bytes are returned if its SHA-256 is another one. */
final class SignedBody implements ByteSource {
  private final CheckedEnd body;
  private final String expected;
  private final MessageDigest digest;
  private boolean closed;

  /**
   * Takes over {@code body}.
   *
   * @param expected in lower-case hex
   */
  SignedBody(ByteSource body, String expected, OptionalLong length) {
    this.expected = expected;
    this.digest = sha256();
    this.body = new CheckedEnd(new Digested(body), length, this::verify);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  /** Adds the bytes of a source to the digest. */
  private final class Digested implements ByteSource {
    private final ByteSource source;

    Digested(ByteSource source) {
      this.source = source;
    }

    @Override
    public Optional<Buffer> next() {
      Optional<Buffer> next = source.next();
      next.ifPresent(bytes -> digest.update(bytes.view()));
      return next;
    }

    @Override
    public void close() {
      source.close();
    }
  }

  @Override
  public Optional<Buffer> next() {
    return body.next();
  }

  private void verify() {
    String actual = HexFormat.of().formatHex(digest.digest());
    if (!MessageDigest.isEqual(bytes(actual), bytes(expected))) {
      throw new AumbryException(
          ErrorCode.CHECKSUM_MISMATCH,
          "x-amz-content-sha256 is " + expected + ", but the body has " + actual);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the rest. Fails if the body was closed before its end, since it cannot be verified. */
  void requireVerified() {
    while (!body.isChecked()) {
      if (closed) {
        throw new AumbryException(
            ErrorCode.CHECKSUM_MISMATCH, "The body goes on after its content, which is signed");
      }
      next().ifPresent(Buffer::close);
    }
  }

  @Override
  public void close() {
    closed = true;
    body.close();
  }
}
