package io.aumbry.tests.simulation.disk;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a disk now, and how much it has read. */
public final class DiskFaults {
  private final long whole;
  private double slowness = 1;
  private boolean failingReads;
  private final List<Place> unreadable = new ArrayList<>();
  private long reads;
  private boolean writes;
  private boolean syncs;
  private boolean nextSync;
  private long capacity;

  /** Bytes of a file. */
  private record Place(String file, long from, long to) {
    boolean meets(String path, long start, long end) {
      return file.equals(path) && start < to && from < end;
    }
  }

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

  boolean failsReads(String path, long from, long to) {
    return failingReads || unreadable.stream().anyMatch(place -> place.meets(path, from, to));
  }

  boolean failsWrites() {
    return writes;
  }

  /** Whether a sync that begins now fails; to be asked once by each. */
  boolean failsSync() {
    boolean fails = syncs || nextSync;
    nextSync = false;
    return fails;
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

  /** Of these bytes alone. */
  public void failReads(String path, long from, long to) {
    unreadable.add(new Place(path, from, to));
  }

  public void failWrites() {
    writes = true;
  }

  public void failSyncs() {
    syncs = true;
  }

  /** One, and then no more. */
  public void failNextSync() {
    nextSync = true;
  }

  /** There is room for so many bytes in all. */
  public void limitTo(long bytes) {
    capacity = bytes;
  }

  /** Nothing is wrong any more; what was lost is lost. */
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
