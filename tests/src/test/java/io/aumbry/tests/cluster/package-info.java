/**
 * Whole clusters of real processes, driven over REST as by users. A {@link
 * io.aumbry.tests.cluster.LiveCluster} is started by {@code aumbry dev --processes}. Its processes
 * can be killed and restarted one by one.
 */
@NullMarked
package io.aumbry.tests.cluster;

import org.jspecify.annotations.NullMarked;
