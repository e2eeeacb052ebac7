package io.aumbry.bench.load;

/** The knowledge about a blob before it is read. */
public sealed interface Expected {
  /** Unknown content: the answer must only be complete. */
  record Unknown() implements Expected {}

  /** The number and size of a blob with the content of {@link BlobContent}. */
  record Known(long number, long size) implements Expected {}
}
