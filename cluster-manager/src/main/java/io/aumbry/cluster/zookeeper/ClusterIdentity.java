package io.aumbry.cluster.zookeeper;

import java.nio.file.Path;

/**
 * The credentials of a process for ZooKeeper.
 *
 * @param authority PEM file with the certificates of the cluster's authority.
 * @param certificate PEM file with the certificate of this process, issued by that authority.
 * @param key PEM file (PKCS 8) with its private key.
 * @param folder for a copy of certificate and key in the format that ZooKeeper reads, encrypted
 *     with a random password and deleted at exit
 */
public record ClusterIdentity(Path authority, Path certificate, Path key, Path folder) {}
