package io.aumbry.frontend.http;

/**
 * Distinguishes the states of a resource.
 *
 * @param entityTag strong, with its quotes
 * @param lastModified in seconds since 1970
 */
public record Validators(String entityTag, long lastModified) {}
