package io.aumbry.bench.store;

import io.aumbry.protocol.blob.BlobId;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** One caller of a store, who waits for each answer before asking again. */
public interface StoreCaller extends AutoCloseable {
  /** Returns when the blob is durable. */
  void append(BlobId id, Content content);

  /**
   * Reads a whole blob.
   *
   * @param pieces is given its bytes in order, each piece to be looked at during the call only
   * @throws IllegalStateException when it is not there
   */
  void read(BlobId id, Consumer<ByteBuffer> pieces);

  /** Deletes a blob that is there; returns when that is durable. */
  void delete(BlobId id);

  /** Lets others who share the thread go on; not a part of any answer. */
  default void endTurn() {}

  @Override
  default void close() {}
}
