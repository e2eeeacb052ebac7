/**
 * A model of the catalog for the simulator: names, writer leases and trash in memory, with the
 * transactions of the real one. Faults make it unavailable, slow, or lose a request or an answer.
 */
@NullMarked
package io.aumbry.tests.simulation.catalog;

import org.jspecify.annotations.NullMarked;
