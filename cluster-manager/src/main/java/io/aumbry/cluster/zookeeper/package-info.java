/**
 * Sessions with ZooKeeper and the standalone server. {@link
 * io.aumbry.cluster.zookeeper.ZooKeeperSession} reads and writes records beside Helix. {@link
 * io.aumbry.cluster.zookeeper.CoordinatorClient} repeats a call in a new session when one expires.
 *
 * <h2>Access to ZooKeeper</h2>
 *
 * <p>With a {@link io.aumbry.cluster.zookeeper.ClusterIdentity} all connections are mutual TLS 1.3,
 * and only certificates by the cluster's authority get a session. There is no other protection:
 * Helix can only create world-writable znodes, so any session may change everything. Without an
 * identity this holds for any client that reaches the port, which must then be on a trusted
 * network.
 */
@NullMarked
package io.aumbry.cluster.zookeeper;

import org.jspecify.annotations.NullMarked;
