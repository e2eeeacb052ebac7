/**
 * The client of the {@code aumbry} command: sends signed requests to a frontend ({@link
 * io.aumbry.deploy.client.FrontendClient}), and puts, gets, lists, shows and deletes blobs ({@link
 * io.aumbry.deploy.client.BlobClient}). It verifies CRC32C checksums.
 */
@NullMarked
package io.aumbry.deploy.client;

import org.jspecify.annotations.NullMarked;
