package io.aumbry.tests.bench;

import io.aumbry.deploy.bench.store.OpenStore;
import io.aumbry.deploy.bench.store.StoreEngine;
import java.nio.file.Path;
import org.rocksdb.RocksDB;

/**
 * RocksDB with blob files, which is what one would otherwise take to store blobs in a Java process.
 * Its callers are platform threads, as a call that waits in native code holds its thread.
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
    // every thread ended with its task
  }
}
