/**
 * What a frontend keeps on its disk of what would be left over if it were killed: the chunks of
 * uploads under way, and all that its background still has to delete. The next start reads it.
 *
 * <p>Safety: a record may be deleted because of a journal only if it is certain that it belongs to
 * no blob that anyone was told of. The rules for that:
 *
 * <ul>
 *   <li>{@code CHUNK} is written before the chunk is sent, {@code CLOSED} before the manifest is:
 *       from then on nothing is done to the chunks of that upload because of {@code CHUNK}.
 *   <li>{@code DELETE} is written only for what is to be deleted whatever happens. It names the
 *       life that ends, so it does no harm however late and however often it is done.
 *   <li>{@code CHUNK} counts only in the file that this machine wrote since it was started: the
 *       header names the boot, device and inode. A machine that loses power may keep {@code CHUNK}
 *       and lose {@code CLOSED}; a copy of the file lacks what came after it was made.
 *   <li>{@code CHUNK} counts only when every line can be read, but for a last one that is too
 *       short: nothing was done yet after that. One that cannot be read may have been {@code
 *       CLOSED}.
 *   <li>When a line cannot be written, the file is removed. Where that fails too, no upload sends
 *       its manifest that has {@code CHUNK} in the file.
 * </ul>
 *
 * <p>Lines are written to the page cache, before the caller goes on, and not synced: they survive
 * the death of the process. A file that has grown is written anew beside, synced, and put in its
 * place.
 *
 * <p>Files in the folder: {@code left-overs}, {@code left-overs.draft} while it is written anew,
 * and {@code left-overs.lock}, which is locked while a process uses them; so is the journal itself.
 * Format, big-endian, each line of 64 bytes, the header included:
 *
 * <pre>
 * header  0 magic "AUMBLEFT" (8)      8 version (4)     12 CRC32C of bytes 16 to 63 (4)
 *        16 boot id (16)             32 device (8)      40 inode (8)    48 zero (16)
 * line    0 CRC32C of bytes 4 to 63 (4)
 *         4 kind (1): 1 CHUNK, 2 CLOSED, 3 DELETE, 4 DONE
 *         5 number of data centres (1)                   6 life that ends (2)
 *         8 number of the upload (8): CHUNK, CLOSED, else zero
 *        16 blob id (32): all but CLOSED, else zero
 *        48 data centres (8 times 2), the rest zero
 * </pre>
 */
@NullMarked
package io.aumbry.router.journal;

import org.jspecify.annotations.NullMarked;
