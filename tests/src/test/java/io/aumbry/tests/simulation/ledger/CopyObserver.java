package io.aumbry.tests.simulation.ledger;

/**
 * Observes copies of the disks of nodes. Each method returns the action to run when the node gets
 * these contents back.
 */
public interface CopyObserver {
  /** The stores of a node are copied. */
  Runnable storesCopied(String node);

  /** The notes beside the stores of a node are copied. */
  Runnable notesCopied(String node);
}
