/**
 * Virtual time and the one thread that all of a simulation runs on.
 *
 * <p>A {@link io.aumbry.tests.simulation.engine.SimulatedScheduler} holds what is ready to run and
 * what is due later. Each step it takes one of the ready, chosen by the seed, and runs it until it
 * parks; when nothing is ready, time jumps to what is due next. A {@link
 * io.aumbry.tests.simulation.engine.SimulatedProcess} is what an operating system process is: its
 * threads, its clock, its end. The virtual threads of production code run here unchanged, since
 * whoever unparks one hands it to the executor that it was made for, which is the run queue.
 *
 * <p>In one run of four, a {@link io.aumbry.tests.simulation.engine.Preemption} stops threads where
 * they access shared state, so that the accesses of several threads interleave.
 *
 * <p>Nothing here may depend on the real clock, on identity hash codes or on the order of hashed
 * collections: one seed is one run, event for event, which {@link
 * io.aumbry.tests.simulation.engine.Trace} proves.
 */
@NullMarked
package io.aumbry.tests.simulation.engine;

import org.jspecify.annotations.NullMarked;
