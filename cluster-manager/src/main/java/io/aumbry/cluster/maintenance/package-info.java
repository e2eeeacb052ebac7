/**
 * Decides which hosts of a cluster may be down together, so that all of them can be upgraded while
 * clients notice nothing, and carries out the upgrade.
 *
 * <p>{@link io.aumbry.cluster.maintenance.impact.ImpactAnalysis} plans batches. A {@link
 * io.aumbry.cluster.maintenance.MaintenanceWorkflow} is the state of an upgrade, which {@link
 * io.aumbry.cluster.maintenance.ZooKeeperMaintenance} keeps. {@link
 * io.aumbry.cluster.maintenance.MaintenanceExecutor} carries it out.
 */
@NullMarked
package io.aumbry.cluster.maintenance;

import org.jspecify.annotations.NullMarked;
