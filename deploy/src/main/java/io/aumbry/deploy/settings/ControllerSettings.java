package io.aumbry.deploy.settings;

import io.aumbry.cluster.ClusterConfig;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.config.Section;
import io.aumbry.deploy.admin.AdminPort;

/** All settings of a controller. */
public record ControllerSettings(
    @Section("Process") ProcessConfig process,
    @Section("Cluster") ClusterConfig cluster,
    @Section("Controller") ControllerConfig.Placement placement,
    @Section("TLS with ZooKeeper") ZooKeeperTlsSettings tls,
    @Section("Admin port") AdminPort admin)
    implements RoleSettings {}
