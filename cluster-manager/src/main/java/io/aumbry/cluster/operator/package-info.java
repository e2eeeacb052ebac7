/** Reads what the coordinators of all data centres say, for operators. It takes part in nothing. */
@NullMarked
package io.aumbry.cluster.operator;

import org.jspecify.annotations.NullMarked;
