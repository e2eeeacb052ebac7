package io.aumbry.bench.store;

/** One of those that are compared. */
interface StoreContender extends AutoCloseable {
  String name();

  boolean measures(StoreCell.Kind kind);

  /** Has blobs of a size ready to be read, in place of those of the size before. */
  void prepare(Blobs blobs);

  /**
   * Measures once.
   *
   * @param appendsPerSync how many appends our own store put behind one sync
   */
  StoreFigures measure(StoreCell cell, long appendsPerSync);

  /** Removes all that it has written. */
  @Override
  void close();
}
