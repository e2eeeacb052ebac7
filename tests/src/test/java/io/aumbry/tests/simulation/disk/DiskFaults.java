package io.aumbry.tests.simulation.disk;

/** What is wrong with a disk now. */
public final class DiskFaults {
  private final long whole;
  private double slowness = 1;
  private boolean reads;
  private boolean writes;
  private boolean syncs;
  private long capacity;

  /** Nothing is. */
  public DiskFaults(long capacity) {
    this.whole = capacity;
    this.capacity = capacity;
  }

  double slowness() {
    return slowness;
  }

  boolean failsReads() {
    return reads;
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
    reads = true;
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
    reads = false;
    writes = false;
    syncs = false;
    capacity = whole;
  }
}
