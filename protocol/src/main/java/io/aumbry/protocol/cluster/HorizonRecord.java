package io.aumbry.protocol.cluster;

import java.util.Map;

/**
 * The forget horizons of the partitions of a data centre, as the coordinator keeps them on disk.
 *
 * <p>The forget horizon of a partition is the latest time up to which its replicas may have
 * forgotten deletes; other stores call it the GC safe point. A node raises it before compaction
 * forgets more, and a replica that opens compares the time at which it was last in step with it. It
 * never goes back.
 */
public interface HorizonRecord {
  /**
   * Raises horizons, and reads them. Waits for the coordinator for as long as it takes. When this
   * returns, the horizons are durable, and no older ones will be read by any node.
   *
   * @param wanted the least horizon by partition, in milliseconds since 1970; 0 only reads
   * @return the recorded horizons of these partitions, as far as there are any
   * @throws io.aumbry.protocol.error.AumbryException when the coordinator cannot be reached
   */
  Map<Integer, Long> raise(Map<Integer, Long> wanted) throws InterruptedException;
}
