/**
 * Decides which hosts of a cluster may be down together, so that all of them can be upgraded while
 * clients notice nothing.
 */
@NullMarked
package io.aumbry.cluster.maintenance;

import org.jspecify.annotations.NullMarked;
