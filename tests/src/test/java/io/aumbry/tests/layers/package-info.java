/**
 * The layer rules: the allowed imports, and the only sources of time, randomness and timed waits.
 *
 * <p>{@link io.aumbry.tests.layers.Rules} defines them for any root package. {@link
 * io.aumbry.tests.layers.LayersTest} applies them to the product. {@link
 * io.aumbry.tests.layers.RulesCanFailTest} shows that each of them fails on a small wrong tree.
 */
@NullMarked
package io.aumbry.tests.layers;

import org.jspecify.annotations.NullMarked;
