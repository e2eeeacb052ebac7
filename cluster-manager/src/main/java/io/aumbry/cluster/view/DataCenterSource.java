package io.aumbry.cluster.view;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.DataCenter;

public record DataCenterSource(DataCenter dataCenter, ClusterAddress address) {
  /** As seen by a process of {@code local}. */
  public DataCenterImage.Vantage from(DataCenter local) {
    return new DataCenterImage.Vantage(dataCenter.id(), !dataCenter.equals(local));
  }
}
