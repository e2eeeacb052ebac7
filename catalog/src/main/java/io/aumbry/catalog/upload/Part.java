package io.aumbry.catalog.upload;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/**
 * A part of an upload.
 *
 * @param number 1 to {@value #MAX_NUMBER}
 * @param blob has the bytes of the part
 * @param size in bytes
 * @param modifiedMillis wall time of the commit
 */
public record Part(int number, BlobId blob, long size, Digest digest, long modifiedMillis) {
  public static final int MAX_NUMBER = 10_000;

  /**
   * Digests of the bytes. The catalog does not interpret them.
   *
   * @param etag at most 100 characters
   * @param checksum at most 200 characters; may be empty
   */
  public record Digest(String etag, String checksum) {
    public Digest {
      MultipartUpload.requireText("etag", etag, 100);
      MultipartUpload.requireText("checksum", checksum, 200);
    }
  }

  /**
   * Checks the number.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if it is out of bounds
   */
  public Part {
    requireNumber(number);
    if (size < 0) {
      throw new IllegalArgumentException("a part of " + size + " bytes");
    }
  }

  /**
   * Checks the number of a part.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if it is out of bounds
   */
  public static void requireNumber(int number) {
    if (number < 1 || number > MAX_NUMBER) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          "the number of a part is " + number + ", must be 1 to " + MAX_NUMBER);
    }
  }
}
