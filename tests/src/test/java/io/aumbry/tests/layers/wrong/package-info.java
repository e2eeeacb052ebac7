/** A tree that breaks each layer rule; see {@link io.aumbry.tests.layers.RulesCanFailTest}. */
@NullMarked
package io.aumbry.tests.layers.wrong;

import org.jspecify.annotations.NullMarked;
