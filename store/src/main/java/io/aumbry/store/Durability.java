package io.aumbry.store;

/** When a change is answered. */
public enum Durability {
  /** When it is on the disk (fdatasync). */
  FSYNC,
  /**
   * When the operating system has it: it survives the process, not the machine. Synced when enough
   * has gathered and whenever {@link StoreDisk#sync} is called.
   */
  WRITE
}
