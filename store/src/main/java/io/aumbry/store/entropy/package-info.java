/**
 * Tells two replicas of a partition apart: what each says of its blobs, and what follows from the
 * difference. How and when they are compared is the server's to say.
 *
 * <p>Ranges of ids are compared by a digest each, as in Dynamo's anti-entropy (DeCandia et al.,
 * 2007), and where they differ by what is known of each blob. There is no tree of digests: ids are
 * in the order of their making, who asks cuts ranges of so many blobs that he has, and both read
 * the index once, in order. The log is not read.
 *
 * <h2>Digest of a range</h2>
 *
 * The first 128 bits of the SHA-256 of what counts of its blobs, in the order of ids, 60 bytes
 * each: id, life version, deleted, changed, expiry, lengths of header and content if the bytes are
 * held. Bytes are held when the log has them and they are not known to be damaged. That they are
 * the same bytes is not part of it: the content of an id never changes, other bytes under it are
 * refused, and the scrub proves what is on the disk.
 *
 * <p>Left out is what one healthy replica may have dropped and another not yet: blobs that were
 * deleted or expired at a time, or before, that is said with each request, and that is now without
 * the retention. Compaction drops nothing that ended within the retention and an hour; so for
 * clocks that differ by less than that nothing is left in one digest that may be gone from another.
 *
 * <h2>Entries of a range</h2>
 *
 * <pre>
 *  u8 version 0x01; for each blob: id 32 bytes, u16 life version, u16 flags (bit 0 deleted, bit 1
 *  held), u64 changed, u64 expiry, u32 length of header, u32 length of content; u32 CRC32C of all
 * </pre>
 *
 * They name all blobs that are known, those that are left out of digests too: where one replica
 * says that a blob is alive the other may know that it was deleted long ago.
 */
@NullMarked
package io.aumbry.store.entropy;

import org.jspecify.annotations.NullMarked;
