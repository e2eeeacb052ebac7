package io.aumbry.bench.store.engine;

import java.nio.file.Path;
import org.rocksdb.RocksDB;

/**
 * RocksDB with blob files, the usual choice for storing blobs within a Java process. Its callers
 * are platform threads, because a call that waits in native code pins its thread.
 */
public final class RocksEngine implements StoreEngine {
  public RocksEngine() {
    RocksDB.loadLibrary();
  }

  @Override
  public String name() {
    return "RocksDB BlobDB";
  }

  @Override
  public OpenStore open(Path folder, Deleted deleted) {
    return new RocksStore(folder, deleted);
  }

  @Override
  public void start(int caller, Runnable task) {
    Thread.ofPlatform().daemon().name("rocks-" + caller).start(task);
  }

  @Override
  public void close() {
    // each thread ends with its task
  }
}
