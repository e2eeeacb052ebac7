/**
 * The types that all parts of Aumbry share. Packages depend on each other in this order: {@code
 * runtime} (time, randomness and threads, passed to constructors), {@code metrics}, {@code error},
 * {@code buffer} (bytes outside the heap and their checksums), {@code blob} (ids, properties,
 * manifests), {@code cluster} (nodes, partitions, replicas), {@code report} (the status of storage
 * nodes) and {@code message} (the protocol between frontends and storage nodes).
 */
@NullMarked
package io.aumbry.protocol;

import org.jspecify.annotations.NullMarked;
