package io.aumbry.tests.simulation.disk;

import java.util.ArrayList;
import java.util.List;

/** The faults that a disk has at present, and a count of its reads. */
public final class DiskFaults {
  private final long whole;
  private double slowness = 1;
  private boolean failingReads;
  private boolean hasFailedReads;
  private final List<Place> unreadable = new ArrayList<>();
  private long reads;
  private boolean writes;
  private boolean syncs;
  private boolean nextSync;
  private long capacity;

  /** A range of bytes in a file. */
  private record Place(String file, long from, long to) {
    boolean meets(String path, long start, long end) {
      return file.equals(path) && start < to && from < end;
    }
  }

  /**
   * Creates a disk without faults.
   *
   * @param capacity in bytes
   */
  public DiskFaults(long capacity) {
    this.whole = capacity;
    this.capacity = capacity;
  }

  void countRead() {
    reads++;
  }

  public long reads() {
    return reads;
  }

  double slowness() {
    return slowness;
  }

  boolean failsReads(String path, long from, long to) {
    return failingReads || unreadable.stream().anyMatch(place -> place.meets(path, from, to));
  }

  boolean failsWrites() {
    return writes;
  }

  /** Whether a sync that begins now fails. Each sync must ask once. */
  boolean failsSync() {
    boolean fails = syncs || nextSync;
    nextSync = false;
    return fails;
  }

  long capacity() {
    return capacity;
  }

  public void slow(double times) {
    slowness = times;
  }

  public void failReads() {
    failingReads = true;
    hasFailedReads = true;
  }

  public void failReads(String path, long from, long to) {
    unreadable.add(new Place(path, from, to));
    hasFailedReads = true;
  }

  /** Whether some bytes were unreadable at any time. */
  public boolean hasFailedReads() {
    return hasFailedReads;
  }

  public void failWrites() {
    writes = true;
  }

  public void failSyncs() {
    syncs = true;
  }

  public void failNextSync() {
    nextSync = true;
  }

  public void limitTo(long bytes) {
    capacity = bytes;
  }

  /** Ends all faults. Lost data stays lost. */
  public void heal() {
    slowness = 1;
    failingReads = false;
    unreadable.clear();
    writes = false;
    syncs = false;
    nextSync = false;
    capacity = whole;
  }
}
