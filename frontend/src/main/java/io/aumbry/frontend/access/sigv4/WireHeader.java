package io.aumbry.frontend.access.sigv4;

/**
 * A header field as received.
 *
 * @param name in any case
 * @param value with one character per byte (ISO 8859-1)
 */
public record WireHeader(String name, String value) {}
