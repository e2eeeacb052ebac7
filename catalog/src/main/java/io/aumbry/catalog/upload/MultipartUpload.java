package io.aumbry.catalog.upload;

import io.aumbry.catalog.name.NameVersion;
import java.time.Duration;

/**
 * A multi-part upload.
 *
 * @param attributes of the object that it creates
 */
public record MultipartUpload(UploadRef ref, Attributes attributes, State state) {
  /**
   * How long an upload may be open. Upkeep then aborts it. All replicas of a catalog must use the
   * same time.
   */
  public static final Duration MAX_OPEN = Duration.ofDays(30);

  /**
   * How long the result of a completed upload is known. All replicas of a catalog must use the same
   * time.
   */
  public static final Duration REMEMBERED = Duration.ofDays(7);

  /**
   * The delay of the delete of parts after that of the object that refers to them, so that reads of
   * the object which have begun can end. All replicas of a catalog must use the same delay.
   */
  public static final Duration PART_DELAY = Duration.ofDays(1);

  /**
   * The attributes of the object. The catalog does not interpret them.
   *
   * @param document further attributes in text without NUL, at most {@value #MAX_CHARS} characters
   */
  public record Attributes(Summary summary, String document) {
    public static final int MAX_CHARS = 1 << 16;

    public Attributes {
      requireText("document", document, MAX_CHARS);
    }
  }

  /**
   * The attributes that lists show. Each may be empty.
   *
   * @param owner at most 64 characters
   * @param storageClass at most 32 characters
   * @param checksumKind algorithm and type of the checksum, at most 40 characters
   */
  public record Summary(String owner, String storageClass, String checksumKind) {
    public static final Summary NONE = new Summary("", "", "");

    public Summary {
      requireText("owner", owner, 64);
      requireText("storage class", storageClass, 32);
      requireText("kind of checksum", checksumKind, 40);
    }
  }

  /** The states of an upload: OPEN to DONE, and no other transition. */
  public sealed interface State {}

  /** Takes parts. */
  public record Open() implements State {}

  /**
   * Completed.
   *
   * @param version of the object, as it was written
   */
  public record Done(NameVersion version, String etag) implements State {}

  static void requireText(String name, String text, int most) {
    if (text.length() > most || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "the %s of an upload has %d characters, must be at most %d without NUL"
              .formatted(name, text.length(), most));
    }
  }
}
