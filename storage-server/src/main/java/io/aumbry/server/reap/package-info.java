/**
 * Reaps large blobs: deletes the chunks of blobs that have ended for good, and of uploads that were
 * never finished, so that compaction may drop the manifests and upload records that name them.
 *
 * <p>The store decides what is reaped, by the agreement of all replicas ({@code
 * io.aumbry.store.compaction}). Only the leader of a partition reaps, first in the data centre of
 * the blob. Each step can be repeated, so a crash or a change of the leader costs only work:
 *
 * <pre>
 * manifest       all other replicas say that no undelete can bring it back,
 *                a write quorum deletes it irrevocably, which keeps its bytes,
 *                each chunk is finally deleted by a write quorum, then the manifest
 *   with pages   for each page: its chunks, then the page. At the end, the manifest
 * upload record  if the manifest is stored: each chunk that neither it nor a page names, then the record
 *                otherwise: the id of the manifest, each chunk, then the record
 * </pre>
 *
 * <p>Why no chunk of an acknowledged blob is deleted: a node refuses a manifest that comes later
 * than the limit of uploads after its id was made. An upload record is reaped when the store has
 * all that any replica of any data centre accepted before a later time. If the store does not know
 * the manifest then, no replica has it, and none can take it any more. The clocks of nodes decide,
 * and differ by less than {@code Retention.clockSkew}: the same rule lets compaction drop the bytes
 * of a deleted blob that no undelete can bring back. In addition all other replicas are asked, and
 * each must answer that it does not know the manifest.
 *
 * <p>The clock and the settings of this node may be wrong, so they only find what to reap. A chunk
 * has nothing by which another node could refuse its delete. Therefore other nodes judge the
 * manifest by their own clocks and settings before the first chunk goes, and this node's own store
 * deletes the manifest last. {@code docs/proofs/undelete.md} has the proof.
 *
 * <p>A page that is finally deleted shows that its chunks are, so a reaper that begins again passes
 * it over. A page that cannot be read stops the reaping of its blob.
 *
 * <p>A blob that cannot be reaped does not hold up the others. If another replica says that it
 * still needs the blob, the next blob has its turn. If a replica cannot answer, the next partition
 * has its turn, and the partition later continues with the next blob.
 *
 * <p>Threads: one worker, which waits for the network and for disks.
 */
@NullMarked
package io.aumbry.server.reap;

import org.jspecify.annotations.NullMarked;
