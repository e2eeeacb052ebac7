/**
 * Measures how costs grow with the number of nodes and partitions ({@code aumbry bench growth}).
 * Cluster views and placement are computed for synthetic clusters, through the same code as in a
 * frontend and in a controller. Processes at rest are those of a real cluster on this machine.
 */
@NullMarked
package io.aumbry.bench.growth;

import org.jspecify.annotations.NullMarked;
