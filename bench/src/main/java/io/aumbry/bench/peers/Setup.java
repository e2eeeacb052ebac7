package io.aumbry.bench.peers;

/**
 * The guarantees of a server in the setup that is measured. Each is a text for the reader.
 *
 * @param copies of a blob
 * @param tls connections that are encrypted
 * @param sync state of a blob on the disks when its upload is acknowledged
 * @param requests of the load
 */
public record Setup(String copies, String tls, String sync, String requests) {}
