package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import java.nio.file.Path;

/**
 * A library that stores blobs. Its stores answer an append when the blob survives a loss of power,
 * and prove by checksums what they return.
 */
public interface StoreEngine extends CallerPhase.Callers, AutoCloseable {
  /** As tables name it. */
  @Override
  String name();

  /** How long a store keeps what was deleted. */
  enum Deleted {
    /** As it does by default. */
    KEPT,
    /** Compaction may take it at once. */
    GONE
  }

  /** Whether compaction has a rate by default: {@link OpenStore#compactGently} is offered then. */
  default boolean compactsGently() {
    return false;
  }

  /** Opens a folder, which is empty or was closed. */
  OpenStore open(Path folder, Deleted deleted);

  /** Runs a task on the kind of thread that callers of this library have. */
  @Override
  void start(int caller, Runnable task);

  /** Ends the threads. */
  @Override
  void close();
}
