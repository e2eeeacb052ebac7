package io.aumbry.store.partition;

import io.aumbry.store.StoreDisk;

/** When a change is answered. */
public enum Durability {
  /** When it is on the disk (fdatasync). */
  FSYNC,
  /**
   * When the operating system has it: it survives the process, not the machine. Synced when enough
   * has gathered and whenever {@link StoreDisk#sync} is called. Other replicas see only what is
   * synced, and what is written on behalf of one is synced before it is answered: both note numbers
   * that must mean the same records after a crash.
   */
  WRITE
}
