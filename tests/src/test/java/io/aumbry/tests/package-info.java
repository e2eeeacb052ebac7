/** What crosses modules: clusters, simulation, contracts, layer rules. */
@NullMarked
package io.aumbry.tests;

import org.jspecify.annotations.NullMarked;
