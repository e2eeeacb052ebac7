/**
 * Times and sizes at which the product changes what it does, and how a run notices that it has
 * crossed one. A batch of runs reports how many of them crossed each threshold: a threshold that no
 * run crosses hides the code behind it from the simulator.
 */
@NullMarked
package io.aumbry.tests.simulation.threshold;

import org.jspecify.annotations.NullMarked;
