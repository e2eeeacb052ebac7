package io.aumbry.frontend.form;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A body as text up to the next delimiter, or byte by byte. A delimiter may be cut anywhere by the
 * buffers that it comes in: of one that has begun at the end of a buffer only its length is kept,
 * since its bytes are known. It has one CR, its first byte, so where it does not go on as expected
 * nothing of it can be the beginning of another.
 */
final class FormInput implements AutoCloseable {
  private static final byte CR = '\r';

  private final ByteSource source;
  private final byte[] delimiter;
  private Buffer current = HeapBuffer.copyOf(new byte[0]);
  private ByteBuffer bytes = current.view();

  /** So many bytes of a delimiter were the last ones read. */
  private int matched;

  /** Reads {@code source}, which stays its owner's, from a place where a line begins. */
  FormInput(ByteSource source, String boundary) {
    this.source = source;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    this.matched = 2;
  }

  /** The next bytes before a delimiter; empty once that has been read, whole. */
  Optional<Buffer> upToDelimiter() {
    while (true) {
      if (!fill()) {
        throw MalformedForm.because("it ends without its last boundary");
      }
      if (matched == 0) {
        Optional<Buffer> plain = plain();
        if (plain.isPresent()) {
          return plain;
        }
      }
      match();
      if (matched == delimiter.length) {
        matched = 0;
        return Optional.empty();
      }
      if (bytes.hasRemaining()) {
        Buffer noDelimiter = HeapBuffer.copyOf(ByteBuffer.wrap(delimiter, 0, matched));
        matched = 0;
        if (noDelimiter.size() > 0) {
          return Optional.of(noDelimiter);
        }
      }
    }
  }

  /** What stands before the next byte that may begin a delimiter. */
  private Optional<Buffer> plain() {
    int from = bytes.position();
    int end = from;
    while (end < bytes.limit() && !beginsAt(end)) {
      end++;
    }
    bytes.position(end);
    return end == from ? Optional.empty() : Optional.of(current.slice(from, end - from));
  }

  /** Whether a delimiter stands here, or begins here as far as the buffer goes. */
  private boolean beginsAt(int at) {
    if (bytes.get(at) != CR) {
      return false;
    }
    int length = Math.min(delimiter.length, bytes.limit() - at);
    int same = 1;
    while (same < length && bytes.get(at + same) == delimiter[same]) {
      same++;
    }
    return same == length;
  }

  private void match() {
    while (bytes.hasRemaining()
        && matched < delimiter.length
        && bytes.get(bytes.position()) == delimiter[matched]) {
      bytes.get();
      matched++;
    }
  }

  /** The next byte, 0 to 255; -1 at the end. */
  int read() {
    return fill() ? bytes.get() & 0xFF : -1;
  }

  private boolean fill() {
    while (!bytes.hasRemaining()) {
      Optional<Buffer> next = source.next();
      if (next.isEmpty()) {
        return false;
      }
      current.close();
      current = next.get();
      bytes = current.view();
    }
    return true;
  }

  @Override
  public void close() {
    current.close();
    current = HeapBuffer.copyOf(new byte[0]);
    bytes = current.view();
  }
}
