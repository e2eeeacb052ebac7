package io.aumbry.bench.load;

/** What is known of a blob before it is read. */
public sealed interface Expected {
  /** Nothing: the answer must only be complete. */
  record Unknown() implements Expected {}

  /** It has these many bytes, those that {@link BlobContent} gives for the number. */
  record Known(long number, long size) implements Expected {}
}
