/**
 * Virtual time, and the single thread that runs a whole simulation.
 *
 * <p>A {@link io.aumbry.tests.simulation.engine.SimulatedScheduler} holds ready threads and pending
 * timers. Each step takes one of the ready threads, chosen by the seed, and runs it until it parks.
 * When nothing is ready, time jumps to the next timer. A {@link
 * io.aumbry.tests.simulation.engine.SimulatedProcess} models a process of the operating system,
 * with threads, a clock and an end. The virtual threads of production code run here unchanged,
 * because unparking a thread hands it to its own executor, which is the run queue.
 *
 * <p>In one run of four, a {@link io.aumbry.tests.simulation.engine.Preemption} stops threads where
 * they access shared state, so that the accesses of several threads interleave.
 *
 * <p>Nothing here may depend on the real clock, on identity hash codes or on the order of hashed
 * collections. A seed must repeat event for event, and {@link
 * io.aumbry.tests.simulation.engine.Trace} proves it.
 */
@NullMarked
package io.aumbry.tests.simulation.engine;

import org.jspecify.annotations.NullMarked;
