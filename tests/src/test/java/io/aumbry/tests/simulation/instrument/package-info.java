/**
 * Instruments the product's classes for simulations, and reports the code that simulations reach.
 *
 * <p>{@link io.aumbry.tests.simulation.instrument.Instrumentation} writes instrumented classes to a
 * folder, which comes first on the class path of a simulator's JVM. Instrumented code calls two
 * classes:
 *
 * <ul>
 *   <li>{@link io.aumbry.tests.simulation.instrument.Probes} counts how often each branch runs.
 *       {@link io.aumbry.tests.simulation.instrument.Coverage} answers questions about the counts.
 *   <li>{@link io.aumbry.tests.simulation.instrument.YieldPoints} marks each access to state that
 *       threads share. A run may switch threads there.
 * </ul>
 *
 * <p>Instrumented code behaves like the original in every other respect. Static initializers, code
 * that the compiler generates and trivial accessors have no probes.
 */
@NullMarked
package io.aumbry.tests.simulation.instrument;

import org.jspecify.annotations.NullMarked;
