/**
 * {@code aumbry simulate}: runs of a simulated cluster, each from its seed. {@link
 * java.util.ServiceLoader} finds the {@link io.aumbry.deploy.simulate.Simulator} on the class path.
 * It comes with the tests, not with the packaged product.
 */
@NullMarked
package io.aumbry.deploy.simulate;

import org.jspecify.annotations.NullMarked;
