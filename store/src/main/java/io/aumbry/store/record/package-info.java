/**
 * The records of a log in memory and on disk. A record has a header, metadata, one checksum for
 * each block of its content, and the content.
 *
 * <h2>Record, version 1</h2>
 *
 * <pre>
 *  0  u32 magic "AuRC"
 *  4  u32 checksum of bytes 8 up to the content
 *  8  u8  version 0x01
 *  9  u8  type: 1 PUT, 2 TTL_UPDATE, 3 DELETE, 4 UNDELETE
 * 10  u16 life version
 * 12  u32 length of the content, c
 * 16  u32 length of the metadata, m
 * 20  u32 place tag: checksum of store uuid, u32 segment and u64 offset of this record
 *  24  u64 sequence number in the store, from 1; gaps only where compaction dropped records
 * 32  u64 durable: the last sequence number known to be durable when this was written
 * 40  u64 time of creation, deletion or undeletion in milliseconds since 1970; 0 in a TTL_UPDATE
 * 48  u64 expiry in milliseconds since 1970, 2^63-1 for never; 0 in a DELETE, and in an UNDELETE
 *         where it was not known
 * 56  blob id, 32 bytes
 * 88  metadata, m bytes
 *  ..  u32 checksum of each block of 64 KiB of the content
 *  ..  content, c bytes; then zeros to a multiple of 8
 * </pre>
 */
@NullMarked
package io.aumbry.store.record;

import org.jspecify.annotations.NullMarked;
