/**
 * {@code aumbry simulate}: many runs of a simulated cluster, each from its seed. The simulator
 * itself is a {@link io.aumbry.deploy.simulate.Simulator} that {@link java.util.ServiceLoader}
 * finds on the class path; it comes with the tests, not with the packaged product.
 */
@NullMarked
package io.aumbry.deploy.simulate;

import org.jspecify.annotations.NullMarked;
