/** Helix and ZooKeeper behind the cluster view. */
@NullMarked
package io.aumbry.cluster;

import org.jspecify.annotations.NullMarked;
