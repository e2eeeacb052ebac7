package io.aumbry.router;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/** Reports what containers occupy. Calls block the thread of the request. */
public interface ContainerReports {
  /**
   * Asks one replica of each partition: the leader, and complete replicas after it if it does not
   * answer. All replicas count the same once they have the same records.
   *
   * @param found receives the containers of each partition that answered, in any order
   * @return ids of the partitions of which no replica answered, ascending
   */
  List<Integer> usage(Recipient found, RequestContext context);

  /** Receives the containers of a partition. */
  interface Recipient {
    void add(Partition partition, List<ContainerUsage> containers);
  }
}
