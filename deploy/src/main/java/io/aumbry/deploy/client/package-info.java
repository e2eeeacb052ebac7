/**
 * The client of the {@code aumbry} command: puts, gets, shows and deletes blobs over REST, and
 * verifies CRC32C checksums.
 */
@NullMarked
package io.aumbry.deploy.client;

import org.jspecify.annotations.NullMarked;
