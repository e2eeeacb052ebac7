/** Reads the coordination data of all data centres for operators, without joining the cluster. */
@NullMarked
package io.aumbry.cluster.operator;

import org.jspecify.annotations.NullMarked;
