package io.aumbry.protocol.message;

/**
 * A request to a node with what goes beside it.
 *
 * @param requestId of the client's request that this serves
 * @param timeoutMillis how long the asker will wait for the answer
 */
public record Envelope(String requestId, int timeoutMillis, NodeRequest request) {}
