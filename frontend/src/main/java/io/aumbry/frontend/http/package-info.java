/**
 * What RFC 9110 says about fields that the frontend reads and writes, as functions from values to
 * values: entity tags, preconditions, ranges, and texts that must pass through fields.
 *
 * <p>Threads: any.
 */
@NullMarked
package io.aumbry.frontend.http;

import org.jspecify.annotations.NullMarked;
