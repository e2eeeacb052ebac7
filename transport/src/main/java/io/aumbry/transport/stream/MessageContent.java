package io.aumbry.transport.stream;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a node message, after its header. Reading returns as many bytes as announced, or
 * fails. Pieces after them are dropped.
 */
public final class MessageContent implements ByteSource {
  private final ByteSource rest;
  private final long length;
  private @Nullable Buffer first;
  private long read;

  /**
   * Takes over both sources.
   *
   * @param first bytes of the content that arrived together with the end of the header
   */
  public MessageContent(Optional<Buffer> first, ByteSource rest, long length) {
    this.first = first.orElse(null);
    this.rest = rest;
    this.length = length;
  }

  @Override
  public Optional<Buffer> next() {
    if (read == length) {
      close();
      return Optional.empty();
    }
    Buffer piece = take();
    if (piece.size() > length - read) {
      piece.close();
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER, "Content is longer than its " + length + " bytes");
    }
    read += piece.size();
    return Optional.of(piece);
  }

  private Buffer take() {
    Buffer head = first;
    if (head != null) {
      first = null;
      return head;
    }
    return rest.next()
        .orElseThrow(() ->
            new AumbryException(
                ErrorCode.CORRUPT_TRANSFER,
                "Content ended after " + read + " of " + length + " bytes"));
  }

  @Override
  public void close() {
    Buffer head = first;
    if (head != null) {
      first = null;
      head.close();
    }
    rest.close();
  }
}
