package io.aumbry.cluster.zookeeper;

import java.nio.file.Path;

/**
 * With what a process shows ZooKeeper that it is of the cluster, and by what it knows ZooKeeper.
 *
 * @param authority PEM file with the certificates of the cluster's own authority
 * @param certificate PEM file with the certificate of this process, issued by that authority
 * @param key PEM file (PKCS 8) with the private key to it
 * @param folder where a copy of certificate and key is put in the form that ZooKeeper reads, under
 *     a password that only this process knows; the copy goes when the process ends
 */
public record ClusterIdentity(Path authority, Path certificate, Path key, Path folder) {}
