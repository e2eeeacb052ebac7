package io.aumbry.frontend.http;

/**
 * What tells one state of a resource from another.
 *
 * @param entityTag strong, with its quotes
 * @param lastModified in seconds since 1970
 */
public record Validators(String entityTag, long lastModified) {}
