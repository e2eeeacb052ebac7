package io.aumbry.bench.load;

/** What came of one request. */
public sealed interface Outcome {
  /** The blob was written. */
  record Written(StoredBlob blob) implements Outcome {}

  /** The blob was read, whole and, where that was asked for, right. */
  record Read(long bytes) implements Outcome {}

  /**
   * Anything else.
   *
   * @param kind one of few, such as {@code GET HTTP 503} or {@code PUT timeout}: failures are
   *     counted by it
   * @param detail what happened to this request
   */
  record Failed(String kind, String detail) implements Outcome {}
}
