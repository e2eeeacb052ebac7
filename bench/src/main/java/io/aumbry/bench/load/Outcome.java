package io.aumbry.bench.load;

/** The outcome of a request. */
public sealed interface Outcome {
  record Written(StoredBlob blob) implements Outcome {}

  /** The blob was read completely and, if requested, verified. */
  record Read(long bytes) implements Outcome {}

  /**
   * The request failed.
   *
   * @param kind one of few, such as {@code GET HTTP 503} or {@code PUT timeout}, by which failures
   *     are counted
   * @param detail of this failure
   */
  record Failed(String kind, String detail) implements Outcome {}
}
