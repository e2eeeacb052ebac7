/**
 * The cluster view of a process, from Helix ({@link io.aumbry.cluster.view.HelixClusterViews}) or
 * from a file ({@link io.aumbry.cluster.view.FileClusterViews}).
 *
 * <h2>Without ZooKeeper</h2>
 *
 * <p>A running process keeps the last view while ZooKeeper is lost. A starting process then uses
 * the view that its last run saved, one file for each data centre, {@code view-NAME} (integers are
 * big-endian, records are Helix's JSON):
 *
 * <pre>
 * magic "AUMBVIEW" (8) | version 1 (4) | CRC32C of the rest (4)
 * cluster name (2 + UTF-8) | data centre id (4) | written at, wall clock in ms (8)
 * seven lists, each: count (4), then for each record its length (4) and its bytes:
 *   nodes, names of live nodes, resources, external views, the records sealed, stopped, disabled
 * </pre>
 *
 * <p>The process writes it when the view changes while ZooKeeper answers, and when it stops. A file
 * that is damaged, of another version or of another cluster is not used. The complete image of a
 * data centre replaces the saved one as a whole.
 */
@NullMarked
package io.aumbry.cluster.view;

import org.jspecify.annotations.NullMarked;
