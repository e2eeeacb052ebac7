package io.aumbry.bench.store.engine;

import io.aumbry.bench.load.CallerPhase;
import java.nio.file.Path;

/**
 * A library that stores blobs. Its stores answer an append when the blob survives a loss of power,
 * and verify checksums on reads.
 */
public interface StoreEngine extends CallerPhase.Callers, AutoCloseable {
  /** The name in tables. */
  @Override
  String name();

  /** The time for which a store keeps deleted blobs. */
  enum Deleted {
    /** The default time. */
    KEPT,
    /** Compaction may remove them at once. */
    GONE
  }

  /**
   * Whether compaction has a default rate, so that {@link OpenStore#compactGently} is supported.
   */
  default boolean compactsGently() {
    return false;
  }

  /** Opens a folder that is empty or was closed. */
  OpenStore open(Path folder, Deleted deleted);

  /** Runs a task on the kind of thread that suits callers of this library. */
  @Override
  void start(int caller, Runnable task);

  /** Stops the threads. */
  @Override
  void close();
}
