package io.aumbry.tests.simulation.ledger;

import java.util.List;

/** Facts about the simulated cluster that rules need and that are no claims of replicas. */
public interface ClusterFacts {
  /** True wall time, in milliseconds since 1970. */
  long nowMillis();

  /** The data centre of a node, or 0 for a process that is no node. */
  int dataCenterOf(String node);

  /** Data centres in the configuration. */
  int dataCenters();

  /** Copies of a partition in each data centre. */
  int copies();

  /** Replicas of one data centre that must have a record before it is acknowledged. */
  int writeQuorum();

  /** Whether stores sync each record before they answer. */
  boolean syncsBeforeAnswer();

  /** For how long all replicas remember a delete, in milliseconds. */
  long deletesKnownMillis();

  /**
   * The other nodes that have a replica of a partition, by the view of a node on which the calling
   * thread acts. A later view may list replicas that were not there when the thread decided what to
   * do. Dropped replicas do not count.
   */
  List<String> others(String node, int partition);

  /**
   * Whether a store or its notes went back to an earlier time, on any machine. Statements about
   * records from before and after that cannot be told apart by their numbers.
   */
  boolean hasOlderContents();

  /** Whether bytes on the disks of a node were changed, or became unreadable. */
  boolean isHarmed(String node);

  /** Blobs that are younger than this are not compared, in milliseconds. */
  long settleMillis();

  /** The time that the clock of a node showed at a true time, at the latest. */
  long clockMillis(String node, long trueMillis);

  /** The true time at which the clock of a node was at {@code millis}, at the earliest. */
  long trueMillis(String node, long millis);
}
