package io.aumbry.bench.store;

import io.aumbry.bench.store.engine.Blobs;

/** A target of a comparison. */
interface StoreContender extends AutoCloseable {
  String name();

  boolean measures(StoreCell.Kind kind);

  /** Prepares blobs of a size to read, in place of those of the last size. */
  void prepare(Blobs blobs);

  /**
   * Measures once.
   *
   * @param appendsPerSync the number of appends that Aumbry's store put behind one sync
   */
  StoreMeasurement measure(StoreCell cell, long appendsPerSync);

  /** Removes all its files. */
  @Override
  void close();
}
