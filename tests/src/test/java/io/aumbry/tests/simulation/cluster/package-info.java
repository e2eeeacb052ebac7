/**
 * Simulated machines that run the product: storage nodes with disks, frontends with routers, and
 * coordinators in place of Helix. Each process receives its views of the coordinators with delays
 * of its own.
 */
@NullMarked
package io.aumbry.tests.simulation.cluster;

import org.jspecify.annotations.NullMarked;
