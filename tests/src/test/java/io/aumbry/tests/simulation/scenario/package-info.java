/**
 * Known dangers for stores of this kind, each as a script on a small simulated cluster. Each
 * scenario names the sabotages that it must notice, and {@code tests/sabotage} shows that it does.
 */
@NullMarked
package io.aumbry.tests.simulation.scenario;

import org.jspecify.annotations.NullMarked;
