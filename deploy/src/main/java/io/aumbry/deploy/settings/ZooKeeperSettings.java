package io.aumbry.deploy.settings;

import io.aumbry.cluster.zookeeper.ZooKeeperNodeConfig;
import io.aumbry.config.Section;
import io.aumbry.deploy.admin.AdminPort;

/** All settings of the built-in ZooKeeper server. */
public record ZooKeeperSettings(
    @Section("Process") ProcessConfig process,
    @Section("ZooKeeper") ZooKeeperNodeConfig zookeeper,
    @Section("TLS with ZooKeeper") ZooKeeperTlsSettings tls,
    @Section("Admin port") AdminPort admin)
    implements RoleSettings {}
