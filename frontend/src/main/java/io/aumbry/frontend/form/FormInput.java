package io.aumbry.frontend.form;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads a body as text up to the next delimiter, or byte by byte. Buffers may cut a delimiter
 * anywhere. Only the length of a partial delimiter at the end of a buffer is kept, because its
 * bytes are known. A CR occurs only as its first byte, so after a mismatch no byte of it can begin
 * another delimiter.
 */
final class FormInput implements AutoCloseable {
  private static final byte CR = '\r';

  private final ByteSource source;
  private final byte[] delimiter;
  private Buffer current = HeapBuffer.copyOf(new byte[0]);
  private ByteBuffer bytes = current.view();

  /** Number of bytes of a delimiter that were read last. */
  private int matched;

  /** Starts at the beginning of a line. The caller keeps ownership of {@code source}. */
  FormInput(ByteSource source, String boundary) {
    this.source = source;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    this.matched = 2;
  }

  /** The next bytes before a delimiter; empty once the delimiter has been read. */
  Optional<Buffer> upToDelimiter() {
    while (true) {
      if (!fill()) {
        throw MalformedForm.because("it ends without the closing boundary");
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

  private Optional<Buffer> plain() {
    int from = bytes.position();
    int end = from;
    while (end < bytes.limit() && !beginsAt(end)) {
      end++;
    }
    bytes.position(end);
    return end == from ? Optional.empty() : Optional.of(current.slice(from, end - from));
  }

  /** Whether a delimiter, or the part of it that the buffer can hold, is at this position. */
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
