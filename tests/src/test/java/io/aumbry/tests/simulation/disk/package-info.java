/**
 * Disks of simulated machines. Every operation takes time, a loss of power drops or tears unsynced
 * writes, and disks fail in all the ways that real disks do.
 */
@NullMarked
package io.aumbry.tests.simulation.disk;

import org.jspecify.annotations.NullMarked;
