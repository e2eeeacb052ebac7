package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.StorageNode;

/** Where a peer is. A slow far peer must not delay near ones. */
public enum Distance {
  NEAR,
  FAR;

  public static Distance of(StorageNode node, ClusterView view) {
    return node.dataCenter() == view.local().id() ? NEAR : FAR;
  }
}
