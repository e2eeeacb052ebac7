/**
 * Sessions with ZooKeeper and the standalone server. {@link
 * io.aumbry.cluster.zookeeper.ZooKeeperSession} reads and writes records beside Helix, and {@link
 * io.aumbry.cluster.zookeeper.Coordination} repeats a call in a new session when one expires.
 *
 * <h2>Who may connect to ZooKeeper</h2>
 *
 * With a {@link io.aumbry.cluster.zookeeper.ClusterIdentity} all connections are mutual TLS 1.3,
 * and {@link io.aumbry.cluster.zookeeper.ZooKeeperNode} has no other port: who has no certificate
 * by the cluster's own authority has no session. That is the whole fence. Helix makes all its
 * znodes world-writable (its client has no other way), so whoever has a session may change
 * everything, as any process of the cluster may. Without an identity the same holds for whoever
 * reaches the port, which must then be on a network that is trusted. {@code ZooKeeperTls} says how
 * Helix and ZooKeeper are told.
 */
@NullMarked
package io.aumbry.cluster.zookeeper;

import org.jspecify.annotations.NullMarked;
