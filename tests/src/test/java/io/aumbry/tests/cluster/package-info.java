/**
 * Whole clusters of real processes, driven over REST as their users drive them. A {@link
 * io.aumbry.tests.cluster.LiveCluster} is what {@code aumbry dev --processes} starts; its processes
 * can be killed and started again one by one.
 */
@NullMarked
package io.aumbry.tests.cluster;

import org.jspecify.annotations.NullMarked;
