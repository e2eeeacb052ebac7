/**
 * Tests of the simulator itself. Each sabotage plants a bug in production code, and seeds run until
 * one notices it. {@code tests/sabotage} prints the table in docs/testing.md. A test in every build
 * checks that each sabotage still applies.
 */
@NullMarked
package io.aumbry.tests.simulation.sabotage;

import org.jspecify.annotations.NullMarked;
