/** Tests that cross modules: clusters, the simulator and layer rules. */
@NullMarked
package io.aumbry.tests;

import org.jspecify.annotations.NullMarked;
