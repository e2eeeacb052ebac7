package io.aumbry.bench.load;

/** The outcome of a request. */
public sealed interface RequestResult {
  record Written(StoredBlob blob) implements RequestResult {}

  /** The blob was read completely and, if requested, verified. */
  record Read(long bytes) implements RequestResult {}

  /**
   * The request failed.
   *
   * @param kind one of few, such as {@code GET HTTP 503} or {@code PUT timeout}, by which failures
   *     are counted
   * @param detail of this failure
   */
  record Failed(String kind, String detail) implements RequestResult {}
}
