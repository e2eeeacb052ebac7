package io.aumbry.protocol.cluster;

import java.util.Map;

/**
 * The durable forget horizons of the partitions of a data centre, kept by the coordinator.
 *
 * <p>The forget horizon of a partition is the latest time up to which its replicas may have
 * forgotten deletes. Other stores call it the GC safe point. A node raises it before compaction
 * forgets more. A replica that opens compares it with the time at which it was last in step. It
 * never goes back.
 */
public interface HorizonRecord {
  /**
   * Raises horizons and returns them. Waits for the coordinator without a limit. On return the
   * horizons are durable, and no node will read older ones.
   *
   * @param wanted the minimal horizon of each partition, in milliseconds since 1970; 0 only reads
   * @return the recorded horizons of these partitions, as far as they have one
   * @throws io.aumbry.protocol.error.AumbryException if the coordinator cannot be reached
   */
  Map<Integer, Long> raise(Map<Integer, Long> wanted) throws InterruptedException;
}
