package io.aumbry.cluster.view;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.DataCenter;

/** A data centre and where its cluster is coordinated. */
public record DataCenterSource(DataCenter dataCenter, ClusterAddress address) {
  /** As a process of {@code local} sees it, for which nodes elsewhere may have other addresses. */
  public DataCenterImage.Vantage from(DataCenter local) {
    return new DataCenterImage.Vantage(dataCenter.id(), !dataCenter.equals(local));
  }
}
