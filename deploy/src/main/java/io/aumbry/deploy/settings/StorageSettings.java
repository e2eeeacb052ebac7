package io.aumbry.deploy.settings;

import io.aumbry.config.Section;
import io.aumbry.deploy.admin.AdminPort;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.node.NodeClientConfig;

/** All settings of a storage node. */
public record StorageSettings(
    @Section("Process") ProcessConfig process,
    @Section("Storage node") Node node,
    ClusterAccess access,
    @Section("Transport") EventLoopConfig loops,
    NodeClientConfig.Connections connections,
    @Section("Admin port") AdminPort admin)
    implements RoleSettings, PeerSettings {
  public record Node(
      NodeAddress address,
      DiskConfig disks,
      StoreConfig store,
      ServerConfig server,
      SealingConfig sealing,
      EntropyConfig comparing) {}
}
