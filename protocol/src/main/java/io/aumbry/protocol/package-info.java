/**
 * The vocabulary that every part of Aumbry speaks, in packages that build on each other in this
 * order: {@code runtime} (time, chance and threads as values that come in by constructor), {@code
 * metrics}, {@code error}, {@code buffer} (bytes outside the heap and their checksums), {@code
 * blob} (ids, properties, manifests), {@code cluster} (who is where), {@code report} (what storage
 * nodes say of themselves) and {@code message} (what frontends and storage nodes say to each
 * other). It needs nothing but the JDK.
 */
@NullMarked
package io.aumbry.protocol;

import org.jspecify.annotations.NullMarked;
