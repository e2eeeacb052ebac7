package io.aumbry.cluster;

import io.aumbry.protocol.runtime.Bounds;

/** Bytes as the whole numbers that WAGED counts in. */
final class Capacity {
  /** The key under which Helix keeps capacity and weight, in MiB. */
  static final String KEY = "DISK_MIB";

  private static final long UNIT = 1 << 20;

  private Capacity() {}

  /** Whole MiB, at least 1. */
  static int units(String name, long bytes) {
    Bounds.check(name, bytes, UNIT, Integer.MAX_VALUE * UNIT);
    return (int) (bytes / UNIT);
  }

  static long bytes(long units) {
    return units * UNIT;
  }
}
