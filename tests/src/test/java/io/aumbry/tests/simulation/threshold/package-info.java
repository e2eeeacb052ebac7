/**
 * Times and sizes at which the behaviour of the product changes, and the detection of runs that
 * cross them. A batch reports how many runs crossed each threshold. A threshold that no run crosses
 * hides the code behind it from the simulator.
 */
@NullMarked
package io.aumbry.tests.simulation.threshold;

import org.jspecify.annotations.NullMarked;
