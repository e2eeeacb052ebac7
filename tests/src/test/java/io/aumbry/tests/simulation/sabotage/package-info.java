/**
 * Whether the simulator would notice: production code with one line made wrong, compiled and run
 * until some seed finds it. {@code tests/sabotage} prints the table in docs/testing.md; a test sees
 * to it that every sabotage still applies.
 */
@NullMarked
package io.aumbry.tests.simulation.sabotage;

import org.jspecify.annotations.NullMarked;
