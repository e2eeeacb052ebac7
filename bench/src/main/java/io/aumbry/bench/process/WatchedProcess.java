package io.aumbry.bench.process;

/**
 * A process whose cost is shown.
 *
 * @param name for the reader
 * @param servesRequests whether its cost counts as a cost of requests, unlike that of a coordinator
 */
public record WatchedProcess(long pid, String name, boolean servesRequests) {}
