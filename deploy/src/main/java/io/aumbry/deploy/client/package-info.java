/**
 * Aumbry from a shell: puts, gets, shows and deletes blobs over REST. What is read is checked
 * against its CRC32C before it gets its name.
 */
@NullMarked
package io.aumbry.deploy.client;

import org.jspecify.annotations.NullMarked;
