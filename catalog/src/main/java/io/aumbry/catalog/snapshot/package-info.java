/**
 * The snapshot of accounts and identities that requests read, and its copy in a file.
 *
 * <p>The file, in big-endian numbers:
 *
 * <pre>
 * offset
 *  0  u64  magic "AuCatSnp"
 *  8  u32  version, 1
 * 12  u32  CRC32C of the document
 * 16  u64  length of the document
 * 24       the document: {@link io.aumbry.catalog.snapshot.SnapshotDocument} in JSON, UTF-8
 * </pre>
 */
@NullMarked
package io.aumbry.catalog.snapshot;

import org.jspecify.annotations.NullMarked;
