/**
 * The simulator: the production code of router, storage server, replication and store on virtual
 * time, with a simulated network and simulated disks, under faults. docs/testing.md lists the
 * checks and explains how to replay a seed.
 *
 * <ol>
 *   <li>{@code engine}: threads, clocks and processes
 *   <li>{@code network} and {@code disk}: replacements for the transport and the file system
 *   <li>{@code cluster}: machines that run the product
 *   <li>{@code load}: clients, the promises made to them, and faults; {@code load/Run} is one run
 * </ol>
 */
@NullMarked
package io.aumbry.tests.simulation;

import org.jspecify.annotations.NullMarked;
