package io.aumbry.tests.simulation.ledger;

import java.util.List;

/** Facts about the simulated cluster that the rules need and that are not claims of replicas. */
public interface ClusterFacts {
  /** True wall time, in milliseconds since 1970. */
  long nowMillis();

  /** The data centre of a node, or 0 for a process that is not a node. */
  int dataCenterOf(String node);

  int dataCenters();

  int copies();

  /** Replicas of one data centre that must have a record before it is acknowledged. */
  int writeQuorum();

  boolean syncsBeforeAnswer();

  /** Milliseconds for which all replicas remember a delete. */
  long deletesKnownMillis();

  /**
   * The other nodes that have a replica of a partition, by the node's view on which the calling
   * thread acts. A later view may list replicas that were not there when the thread decided.
   * Dropped replicas do not count.
   */
  List<String> others(String node, int partition);

  boolean isHarmed(String node);

  /** Blobs younger than this are not compared, in milliseconds. */
  long settleMillis();

  /** The latest time that the clock of a node can have shown at a true time. */
  long clockMillis(String node, long trueMillis);

  /** The earliest true time at which the clock of a node can have shown {@code millis}. */
  long trueMillis(String node, long millis);
}
