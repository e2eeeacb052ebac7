package io.aumbry.catalog.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/**
 * The bounds of a page of a container. An argument out of its bounds is a {@link
 * ErrorCode#BAD_REQUEST}.
 *
 * @param entries the kind of its entries, in errors
 * @param most limit of entries
 */
public record PageBounds(String entries, int most) {
  public void checkLimit(int limit) {
    if (limit < 1 || limit > most) {
      throw invalid("a page of " + limit + " " + entries + ", must be 1 to " + most);
    }
  }

  public static void checkLength(String part, KeyBytes bytes) {
    if (bytes.length() > BlobName.MAX_BYTES) {
      throw invalid(
          "the %s has %d bytes, must be at most %d"
              .formatted(part, bytes.length(), BlobName.MAX_BYTES));
    }
  }

  /** Checks the bytes that all keys begin with, and those that group them. Both may be empty. */
  public static void checkGrouping(KeyBytes prefix, KeyBytes delimiter) {
    checkLength("prefix", prefix);
    checkLength("delimiter", delimiter);
    if (!delimiter.isEmpty() && !delimiter.hasSuccessor()) {
      throw invalid("the delimiter has only bytes 0xFF, which no text has");
    }
  }

  private static AumbryException invalid(String message) {
    return new AumbryException(ErrorCode.BAD_REQUEST, message);
  }
}
