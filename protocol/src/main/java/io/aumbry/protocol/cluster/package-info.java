/**
 * The immutable {@link io.aumbry.protocol.cluster.ClusterView} that routing and replication see,
 * and the states of a replica. Two interfaces hide the coordinator: {@link
 * io.aumbry.protocol.cluster.ClusterViews} and {@link io.aumbry.protocol.cluster.ReplicaHost}.
 */
@NullMarked
package io.aumbry.protocol.cluster;

import org.jspecify.annotations.NullMarked;
