/** Fields of RFC 9110 as pure functions: entity tags, preconditions, ranges, and text in fields. */
@NullMarked
package io.aumbry.frontend.http;

import org.jspecify.annotations.NullMarked;
