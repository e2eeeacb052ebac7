/**
 * The layer rules: who may import whom, and where time, chance and waiting may come from.
 *
 * <p>{@link io.aumbry.tests.layers.Rules} says them for any root package. {@link
 * io.aumbry.tests.layers.LayersTest} holds the product to them; {@link
 * io.aumbry.tests.layers.RulesCanFailTest} shows that each of them fails on a small wrong tree.
 */
@NullMarked
package io.aumbry.tests.layers;

import org.jspecify.annotations.NullMarked;
