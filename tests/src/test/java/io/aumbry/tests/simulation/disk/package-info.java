/**
 * Disks of simulated machines: what is not synced is in doubt, every operation takes its time, and
 * they fail in all the ways that disks do.
 */
@NullMarked
package io.aumbry.tests.simulation.disk;

import org.jspecify.annotations.NullMarked;
