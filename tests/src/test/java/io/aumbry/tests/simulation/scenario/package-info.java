/**
 * What breaks stores like this one, each as a script for a small simulated cluster. Most name
 * sabotages that they must notice: {@code tests/sabotage} shows that they do.
 */
@NullMarked
package io.aumbry.tests.simulation.scenario;

import org.jspecify.annotations.NullMarked;
