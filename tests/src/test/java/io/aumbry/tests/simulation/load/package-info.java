/**
 * What is asked of a simulated cluster and what must be true of the answers: clients that put, get,
 * delete, undelete and keep, the ledger of what they were promised, and the faults that befall the
 * cluster meanwhile.
 */
@NullMarked
package io.aumbry.tests.simulation.load;

import org.jspecify.annotations.NullMarked;
