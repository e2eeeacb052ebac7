/**
 * The load, the faults and the checks of a run: clients that put, get, delete, undelete and update
 * TTLs, the ledger of promises to them, and the faults that hit the cluster.
 */
@NullMarked
package io.aumbry.tests.simulation.load;

import org.jspecify.annotations.NullMarked;
