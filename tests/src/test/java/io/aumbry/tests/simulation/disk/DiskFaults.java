package io.aumbry.tests.simulation.disk;

/** What is wrong with a disk now, and how much it has read. */
public final class DiskFaults {
  private final long whole;
  private double slowness = 1;
  private boolean failingReads;
  private long reads;
  private boolean writes;
  private boolean syncs;
  private long capacity;

  /** Nothing is. */
  public DiskFaults(long capacity) {
    this.whole = capacity;
    this.capacity = capacity;
  }

  void countRead() {
    reads++;
  }

  /** How often something was read, from the medium or the page cache. */
  public long reads() {
    return reads;
  }

  double slowness() {
    return slowness;
  }

  boolean failsReads() {
    return failingReads;
  }

  boolean failsWrites() {
    return writes;
  }

  boolean failsSyncs() {
    return syncs;
  }

  long capacity() {
    return capacity;
  }

  /** Everything takes so many times as long. */
  public void slow(double times) {
    slowness = times;
  }

  public void failReads() {
    failingReads = true;
  }

  public void failWrites() {
    writes = true;
  }

  public void failSyncs() {
    syncs = true;
  }

  /** There is room for so many bytes in all. */
  public void limitTo(long bytes) {
    capacity = bytes;
  }

  /** Nothing is wrong any more; what was lost is lost. */
  public void heal() {
    slowness = 1;
    failingReads = false;
    writes = false;
    syncs = false;
    capacity = whole;
  }
}
