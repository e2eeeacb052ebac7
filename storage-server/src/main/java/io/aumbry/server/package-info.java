/** Answers node messages from a store, pulls replicas from its peers. */
@NullMarked
package io.aumbry.server;

import org.jspecify.annotations.NullMarked;
