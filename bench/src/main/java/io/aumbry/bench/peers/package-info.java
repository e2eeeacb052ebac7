/**
 * Storage servers that are compared with each other: how each is started, how requests to it look,
 * and the guarantees that it gives in this setup. Each server listens on loopback.
 */
@NullMarked
package io.aumbry.bench.peers;

import org.jspecify.annotations.NullMarked;
