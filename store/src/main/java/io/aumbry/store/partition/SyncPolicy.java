package io.aumbry.store.partition;

import io.aumbry.store.StoreDisk;

/** When a change is acknowledged. */
public enum SyncPolicy {
  /** When it is on the disk (fdatasync). */
  FSYNC,
  /**
   * When the operating system has it: it survives a crash of the process, but not of the machine.
   * The store syncs after a number of records and at each {@link StoreDisk#sync}. Replication sees
   * only synced records, because peers note sequence numbers that must name the same records after
   * a crash. Final deletes and upload records are synced at once, because other logs rely on them.
   */
  WRITE
}
