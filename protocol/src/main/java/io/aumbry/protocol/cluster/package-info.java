/**
 * Who is where: the immutable {@link io.aumbry.protocol.cluster.ClusterView} that routing and
 * replication see, and the life of a replica on its node. What makes views and drives replicas
 * (Helix, a file) is behind the two interfaces {@link io.aumbry.protocol.cluster.ClusterViews} and
 * {@link io.aumbry.protocol.cluster.ReplicaHost}.
 */
@NullMarked
package io.aumbry.protocol.cluster;

import org.jspecify.annotations.NullMarked;
