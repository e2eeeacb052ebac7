package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.CrashingDisk;
import java.util.List;

/**
 * Observes copies of the disks of nodes. Each method returns the action to run when the node gets
 * these contents back.
 */
public interface CopyObserver {
  /**
   * The stores of a node are copied.
   *
   * @param copies of the disks, including writes that were not synced yet
   */
  Runnable storesCopied(String node, List<CrashingDisk> copies);

  /** The notes beside the stores of a node are copied. */
  Runnable notesCopied(String node);
}
