/**
 * A tree in which each layer rule is broken; see {@link io.aumbry.tests.layers.RulesCanFailTest}.
 */
@NullMarked
package io.aumbry.tests.layers.wrong;

import org.jspecify.annotations.NullMarked;
