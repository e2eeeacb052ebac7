package io.aumbry.bench.load;

/** One connection, used by one thread at a time: what it is told to send, and what came of it. */
public interface BlobConnection extends AutoCloseable {
  /** Writes the blob of that number and size. */
  Outcome put(long number, long size);

  /** Reads a blob to its end. */
  Outcome get(StoredBlob blob);

  @Override
  void close();
}
