package io.aumbry.frontend.rest.access;

import io.aumbry.frontend.access.key.Hmac;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/** A body that fails before its last bytes are returned if its SHA-256 is another one. */
final class SignedBody implements ByteSource {
  private final ByteSource body;
  private final String expected;
  private final long length;
  private final MessageDigest digest;
  private long received;
  private boolean verified;
  private boolean closed;

  /**
   * Takes over {@code body}.
   *
   * @param expected in lower-case hex
   * @param length in bytes, -1 if unknown
   */
  SignedBody(ByteSource body, String expected, long length) {
    this.body = body;
    this.expected = expected;
    this.length = length;
    this.digest = Hmac.sha256();
  }

  @Override
  public Optional<Buffer> next() {
    Optional<Buffer> next = body.next();
    if (next.isEmpty()) {
      verify();
      return next;
    }
    try {
      digest.update(next.get().view());
      received += next.get().size();
      if (received == length) {
        verify();
      }
      return next;
    } catch (RuntimeException failure) {
      next.get().close();
      throw failure;
    }
  }

  private void verify() {
    if (verified) {
      return;
    }
    String actual = HexFormat.of().formatHex(digest.digest());
    if (!MessageDigest.isEqual(bytes(actual), bytes(expected))) {
      throw new AumbryException(
          ErrorCode.CHECKSUM_MISMATCH,
          "x-amz-content-sha256 is " + expected + ", but the body has " + actual);
    }
    verified = true;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the rest. Fails if the body was closed before its end, since it cannot be verified. */
  void requireVerified() {
    while (!verified) {
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
