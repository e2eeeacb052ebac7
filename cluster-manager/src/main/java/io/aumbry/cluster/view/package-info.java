/**
 * The cluster view of a process, from Helix ({@link io.aumbry.cluster.view.HelixClusterViews}) or
 * from a file ({@link io.aumbry.cluster.view.FileClusterViews}).
 *
 * <h2>Without ZooKeeper</h2>
 *
 * A process that runs keeps the last view for as long as ZooKeeper is lost. A process that starts
 * then uses the view that its last run kept, one file for each data centre, {@code view-NAME}
 * (integers big endian, records as Helix writes them, in JSON):
 *
 * <pre>
 * magic "AUMBVIEW" (8) | version 1 (4) | CRC32C of all that follows (4)
 * cluster name (2 + UTF-8) | data centre id (4) | written at, wall clock in ms (8)
 * seven lists, each: count (4), then for each record its length (4) and its bytes:
 *   nodes, names of live nodes, resources, external views, the records sealed, stopped, disabled
 * </pre>
 *
 * It is written when the view changes and ZooKeeper answers, and as the process stops. A file that
 * is damaged, of another version or of another cluster is not used. As soon as all of a data centre
 * has been seen anew that replaces what was kept, whole.
 */
@NullMarked
package io.aumbry.cluster.view;

import org.jspecify.annotations.NullMarked;
