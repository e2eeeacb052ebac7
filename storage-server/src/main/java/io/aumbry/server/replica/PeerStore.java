package io.aumbry.server.replica;

import java.util.UUID;

/**
 * What a peer has said of its store.
 *
 * @param end sequence number of its last record
 * @param complete whether it has all that it ever acknowledged
 */
public record PeerStore(UUID id, long end, boolean complete) {}
