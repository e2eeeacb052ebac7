/**
 * Decides which hosts of a cluster may be down together: {@link
 * io.aumbry.cluster.maintenance.impact.ImpactAnalysis} plans batches within rules.
 */
@NullMarked
package io.aumbry.cluster.maintenance.impact;

import org.jspecify.annotations.NullMarked;
