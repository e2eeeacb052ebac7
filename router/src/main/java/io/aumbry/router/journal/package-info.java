/**
 * What a frontend keeps on its disk of what its background still has to delete, should it be
 * killed. The next start reads it and goes on. Uploads under way are not noted: what they sent
 * stays behind, as decision 11 says.
 *
 * <p>Safety: {@code DELETE} is written only for what is to be deleted whatever happens: of an
 * upload that failed, of a record that was moved to another partition, of a blob that was deleted.
 * It names the life that ends, so it does no harm however late and often it is done, and from
 * however old a copy of the file. A {@code DONE} that is lost costs one more such delete. So each
 * line counts for itself: one that is damaged is passed over, by its checksum.
 *
 * <p>Lines are written to the page cache, before the caller goes on, and not synced: they survive
 * the death of the process. A file that has grown is written anew beside, synced, given the lines
 * that came meanwhile, and put in its place. When a line cannot be written, the file is removed if
 * that can be done, and there is no journal until the next start. No upload fails for it, and one
 * that succeeds at once notes nothing.
 *
 * <p>Files in the folder: {@code left-overs}, {@code left-overs.draft} while it is written anew,
 * and {@code left-overs.lock}, which is locked while a process uses them; so is the journal itself.
 * Format, big-endian, each line of 64 bytes, the header included. A file with another header says
 * nothing.
 *
 * <pre>
 * header  0 magic "AUMBLEFT" (8)      8 version (4): 1   12 zero (52)
 * line    0 CRC32C of bytes 4 to 63 (4)
 *         4 kind (1): 1 DELETE, 2 DONE
 *         5 number of data centres (1)                    6 life that ends (2)
 *         8 blob id (32)
 *        40 data centres (8 times 2), the rest zero
 * </pre>
 */
@NullMarked
package io.aumbry.router.journal;

import org.jspecify.annotations.NullMarked;
