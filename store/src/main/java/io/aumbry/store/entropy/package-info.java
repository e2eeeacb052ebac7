/**
 * Compares the blobs of two replicas of a partition. The server decides when to compare.
 *
 * <p>The replicas exchange a digest for each range of ids, as in Dynamo's anti-entropy (DeCandia et
 * al., 2007), and lists of blobs for ranges that differ. There is no tree of digests: ids are
 * ordered by creation time, the requester cuts ranges with a minimum number of its own blobs, and
 * both sides read the index once in order. The log is not read.
 *
 * <h2>Digest of a range</h2>
 *
 * <p>The first 128 bits of a SHA-256 over the blobs in the order of their ids, 60 bytes each: id,
 * life version, deleted, changed, expiry, and the lengths of header and content if the bytes are
 * held. Bytes are held if the log has them and they are not known to be damaged. The digest does
 * not cover the bytes: the content of an id never changes, different bytes are refused, and the
 * scrub verifies the disk.
 *
 * <p>A digest leaves out blobs that one healthy replica may have dropped before another: blobs that
 * were deleted or expired by a time that each request states, which is now minus the retention.
 * Compaction keeps everything that ended within the retention plus an hour. Also left out are blobs
 * of which only changes are known, once deletes of their age may be forgotten: an index that was
 * made again from the log may know them on one replica only. Digests therefore agree as long as
 * clocks differ by less than an hour.
 *
 * <h2>Entries of a range</h2>
 *
 * <pre>
 *  u8 version 0x01; for each blob: id 32 bytes, u16 life version, u16 flags (bit 0 deleted, bit 1
 *  held, bit 2 PUT not known; earlier builds neither set nor read bit 2), u64 changed, u64 expiry,
 *  u32 length of header, u32 length of content; u32 CRC32C of all
 * </pre>
 *
 * <p>The list names all known blobs, including blobs that digests leave out: one replica may
 * consider a blob alive that another knows to have been deleted long ago.
 */
@NullMarked
package io.aumbry.store.entropy;

import org.jspecify.annotations.NullMarked;
