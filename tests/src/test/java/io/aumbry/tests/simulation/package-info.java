/**
 * The simulator: the production code of router, storage server, replication and store on virtual
 * time, with a simulated network and simulated disks, under faults. docs/testing.md says what it
 * holds and how to replay a seed.
 *
 * <ol>
 *   <li>{@code engine}: threads, clocks and processes
 *   <li>{@code network} and {@code disk}: what lies below the seams
 *   <li>{@code cluster}: machines that run the product
 *   <li>{@code load}: clients, what they were promised, and faults; {@code load/Run} is one run
 * </ol>
 */
@NullMarked
package io.aumbry.tests.simulation;

import org.jspecify.annotations.NullMarked;
