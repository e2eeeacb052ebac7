package io.aumbry.bench.load;

/** A connection that performs operations. Used by one thread at a time. */
public interface BlobConnection extends AutoCloseable {
  /** Writes the blob with this number and size. */
  RequestResult put(long number, long size);

  /** Reads a blob to its end. */
  RequestResult get(StoredBlob blob);

  @Override
  void close();
}
