package io.aumbry.frontend.access.sigv4;

/**
 * How the body of a request is signed, from {@code x-amz-content-sha256}.
 *
 * @param text as in the canonical request: the SHA-256 of the body in lower-case hex, or a constant
 */
public record Payload(Mode mode, String text) {
  static final String UNSIGNED_TEXT = "UNSIGNED-PAYLOAD";
  static final Payload UNSIGNED = new Payload(Mode.UNSIGNED, UNSIGNED_TEXT);

  private static final int HEX_LENGTH = 64;

  /** The ways to sign a body. */
  public enum Mode {
    /** The caller must compare the SHA-256 of the body with the text. */
    HASHED,
    UNSIGNED,
    /** Frames, each with a signature. */
    SIGNED_CHUNKS,
    /** Frames and a trailer, all with signatures. */
    SIGNED_CHUNKS_AND_TRAILER,
    /** Frames without signatures, and perhaps a trailer. */
    UNSIGNED_CHUNKS;

    public boolean hasFrames() {
      return this != HASHED && this != UNSIGNED;
    }

    public boolean hasChunkSignatures() {
      return this == SIGNED_CHUNKS || this == SIGNED_CHUNKS_AND_TRAILER;
    }
  }

  /** Reads a value of {@code x-amz-content-sha256}. */
  static Payload parse(String text) {
    return switch (text) {
      case UNSIGNED_TEXT -> UNSIGNED;
      case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" -> new Payload(Mode.SIGNED_CHUNKS, text);
      case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER" ->
          new Payload(Mode.SIGNED_CHUNKS_AND_TRAILER, text);
      case "STREAMING-UNSIGNED-PAYLOAD-TRAILER" -> new Payload(Mode.UNSIGNED_CHUNKS, text);
      default -> hashed(text);
    };
  }

  private static Payload hashed(String text) {
    if (text.startsWith("STREAMING-AWS4-ECDSA-")) {
      throw new SignatureRefusal(
          SignatureError.PAYLOAD_NOT_IMPLEMENTED, "The payload mode " + text + " is not supported");
    }
    if (text.length() != HEX_LENGTH || !isHex(text)) {
      throw new SignatureRefusal(
          SignatureError.PAYLOAD_HASH_INVALID,
          "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a supported STREAMING mode,"
              + " or a SHA-256 in hexadecimal");
    }
    return new Payload(Mode.HASHED, text);
  }

  /** Whether the text has only lower-case hexadecimal digits. */
  static boolean isHex(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
