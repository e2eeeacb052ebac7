package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;

/**
 * Verifies the signatures of chunks and of the trailer, in order. It is used by one request, and
 * accepts nothing more after a refusal.
 *
 * <p>{@link #update} takes the content of a chunk, {@link #endChunk} its signature. The last chunk
 * is empty. A trailer may follow it.
 */
public final class ChunkVerifier {
  private enum State {
    IN_CHUNKS,
    AFTER_CHUNKS,
    ENDED,
    REFUSED
  }

  private final ChunkChain chain;
  private final boolean hasTrailer;
  private final MessageDigest digest = Hmac.sha256();

  private State state = State.IN_CHUNKS;
  private String previous;
  private long chunkBytes;

  public ChunkVerifier(SignatureResult.Verified verified) {
    if (!verified.payload().mode().hasChunkSignatures()) {
      throw new IllegalArgumentException(
          "chunks of a payload " + verified.payload().mode() + " have no signatures");
    }
    this.chain = verified.chunks();
    this.previous = chain.seed();
    this.hasTrailer = verified.payload().mode() == Payload.Mode.SIGNED_CHUNKS_AND_TRAILER;
  }

  /** Adds content of the current chunk. */
  public void update(ByteBuffer content) {
    chunkBytes += content.remaining();
    digest.update(content);
  }

  /** Ends the current chunk. Returns whether its signature is right. */
  public boolean endChunk(String signature) {
    boolean isLast = chunkBytes == 0;
    String expected = chain.signChunk(previous, digest.digest());
    chunkBytes = 0;
    State next = State.IN_CHUNKS;
    if (isLast) {
      next = hasTrailer ? State.AFTER_CHUNKS : State.ENDED;
    }
    return advance(State.IN_CHUNKS, next, expected, signature);
  }

  /**
   * Checks the trailer, without {@code x-amz-trailer-signature}. Returns whether its signature is
   * right.
   *
   * @param fields in order of arrival
   */
  public boolean endTrailer(List<WireHeader> fields, String signature) {
    String expected = chain.signTrailer(previous, hash(fields));
    return advance(State.AFTER_CHUNKS, State.ENDED, expected, signature);
  }

  private boolean advance(State from, State to, String expected, String signature) {
    boolean matches = isEqual(expected, signature) && state == from;
    state = matches ? to : State.REFUSED;
    previous = expected;
    return matches;
  }

  /** Whether every signature of the body was right, including that of the empty chunk. */
  public boolean isComplete() {
    return state == State.ENDED;
  }

  static byte[] hash(List<WireHeader> trailer) {
    StringBuilder text = new StringBuilder();
    for (WireHeader field : trailer) {
      text.append(field.name().toLowerCase(Locale.ROOT)).append(':');
      text.append(field.value().trim()).append('\n');
    }
    return Hmac.sha256().digest(text.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  static boolean isEqual(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.ISO_8859_1),
        given.getBytes(StandardCharsets.ISO_8859_1));
  }
}
