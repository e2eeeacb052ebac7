package io.aumbry.deploy.operator.hook;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Replaces a secret by asterisks, also if it comes in several parts. */
final class MaskingStream extends FilterOutputStream {
  private final byte[] secret;

  /** The last bytes that were written, if the secret begins with them. */
  private byte[] held = new byte[0];

  /**
   * Creates a stream that writes to another one.
   *
   * @param secret has no asterisks; nothing is replaced if it is empty
   */
  MaskingStream(OutputStream out, String secret) {
    super(out);
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    byte[] window = Arrays.copyOf(held, held.length + length);
    System.arraycopy(bytes, offset, window, held.length, length);
    if (secret.length > 0) {
      mask(window);
    }
    int kept = begun(window);
    out.write(window, 0, window.length - kept);
    held = Arrays.copyOfRange(window, window.length - kept, window.length);
  }

  private void mask(byte[] window) {
    for (int at = 0; at + secret.length <= window.length; at++) {
      int end = at + secret.length;
      if (Arrays.equals(window, at, end, secret, 0, secret.length)) {
        Arrays.fill(window, at, end, (byte) '*');
      }
    }
  }

  /** The number of bytes at the end with which the secret may have begun. */
  private int begun(byte[] window) {
    int length = Math.max(0, Math.min(secret.length - 1, window.length));
    while (length > 0
        && !Arrays.equals(window, window.length - length, window.length, secret, 0, length)) {
      length--;
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    out.write(held);
    held = new byte[0];
    super.close();
  }
}
