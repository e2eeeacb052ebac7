/**
 * Simulated machines that run the product: storage nodes on their disks, frontends with their
 * routers, and a coordinator in place of Helix, whose view each process sees in its own time.
 */
@NullMarked
package io.aumbry.tests.simulation.cluster;

import org.jspecify.annotations.NullMarked;
