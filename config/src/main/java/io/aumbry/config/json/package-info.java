/**
 * Reads and writes JSON documents that records declare. Only this package uses Jackson's mapper, so
 * all documents obey the same rules.
 *
 * <ul>
 *   <li>{@link io.aumbry.config.json.JsonReader} refuses a document that does not match its record
 *       exactly or exceeds a limit. The error names the key and the place.
 *   <li>{@link io.aumbry.config.json.JsonValue} reads a document with a grammar that records cannot
 *       declare.
 *   <li>{@link io.aumbry.config.json.JsonWriter} writes keys in the order of the components and
 *       omits an empty {@link java.util.Optional}.
 * </ul>
 *
 * <p>Records may use Jackson's annotations to name a key or to merge a nested record into its
 * parent.
 */
@NullMarked
package io.aumbry.config.json;

import org.jspecify.annotations.NullMarked;
