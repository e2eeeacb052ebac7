package io.aumbry.cluster.view;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.DataCenter;

/** A data centre and the address of its coordination. */
public record DataCenterSource(DataCenter dataCenter, ClusterAddress address) {
  /** As seen by a process of {@code local}. */
  public DataCenterImage.Vantage from(DataCenter local) {
    return new DataCenterImage.Vantage(dataCenter.id(), !dataCenter.equals(local));
  }
}
