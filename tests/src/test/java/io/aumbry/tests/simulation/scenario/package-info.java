/**
 * What breaks stores like this one, each as a script for a small simulated cluster. Each names
 * sabotages that it must notice: {@code tests/sabotage} shows that it does.
 */
@NullMarked
package io.aumbry.tests.simulation.scenario;

import org.jspecify.annotations.NullMarked;
