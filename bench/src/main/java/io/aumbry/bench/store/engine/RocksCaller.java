package io.aumbry.bench.store.engine;

import io.aumbry.protocol.blob.BlobId;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Puts and gets with memory outside the heap, without copies. */
final class RocksCaller implements StoreCaller {
  private static final int FIRST_ROOM = 64 << 10;

  private final RocksDB database;
  private final WriteOptions writing;
  private final ReadOptions reading;
  private final ByteBuffer key = ByteBuffer.allocateDirect(BlobId.SIZE);
  private ByteBuffer value = ByteBuffer.allocateDirect(FIRST_ROOM);

  RocksCaller(RocksDB database, WriteOptions writing, ReadOptions reading) {
    this.database = database;
    this.writing = writing;
    this.reading = reading;
  }

  @Override
  public void append(BlobId id, Content content) {
    try {
      database.put(writing, keyOf(id), content.view());
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB did not write " + id, e);
    }
  }

  @Override
  public void delete(BlobId id) {
    try {
      database.delete(writing, keyOf(id));
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB did not delete " + id, e);
    }
  }

  @Override
  public void read(BlobId id, Consumer<ByteBuffer> pieces) {
    int size = get(id);
    if (size > value.capacity()) {
      value = ByteBuffer.allocateDirect(size);
      size = get(id);
    }
    pieces.accept(value.limit(size));
  }

  /**
   * Reads into the buffer as much as fits.
   *
   * @return the size of the value
   */
  private int get(BlobId id) {
    try {
      int size = database.get(reading, keyOf(id), value.clear());
      if (size == RocksDB.NOT_FOUND) {
        throw new IllegalStateException("blob " + id + " was written but is not found");
      }
      value.position(0);
      return size;
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB did not read " + id, e);
    }
  }

  private ByteBuffer keyOf(BlobId id) {
    id.write(key.clear());
    return key.flip();
  }
}
