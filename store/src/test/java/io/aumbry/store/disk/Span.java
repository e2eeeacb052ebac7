package io.aumbry.store.disk;

/** Bytes of a file. */
public record Span(long from, long to) {}
