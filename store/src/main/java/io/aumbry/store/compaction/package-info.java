/**
 * Compaction decides which records of a log no replica can need any more, and merges files to free
 * their space. The package {@code io.aumbry.store.log} describes the rewrite of files and its
 * safety in a crash.
 *
 * <p>One thread at a time compacts a store, and no request waits for it. It reads durable,
 * immutable records and changes no index entry. It needs the writer's thread to remove index
 * entries, and to wait until accepted changes are in the index and durable.
 *
 * <h2>Drop rules</h2>
 *
 * <p>A record goes only when every replica that the cluster knows has acknowledged its number, and
 * by the merge of all that is known of its blob it is
 *
 * <ul>
 *   <li>a <b>PUT</b>, when the blob is deleted or expired, and that can no longer be taken back: a
 *       delete may be undone for {@link io.aumbry.store.compaction.Retention#deleted}, each replica
 *       refuses later ones; and this store is <b>in sync as of later than that</b>, with an hour
 *       more for clocks that differ. So no undelete or longer life can have been accepted anywhere
 *       that is not known here. The time of an agreement, not that of the clock, is what counts: a
 *       store that has not heard of its peers for a month keeps all. All that this store itself has
 *       accepted must be acknowledged first, however old it is.
 *   <li>a <b>change</b> that later ones have overruled in all it says.
 *   <li>the <b>change that ended a blob</b>, when its PUT is gone from this log by an earlier
 *       commit, {@link io.aumbry.store.compaction.Retention#forgotten} has passed as of a time when
 *       all replicas had all, and a segment of the index knows of it: else a crash would leave an
 *       index that shows the blob alive. The index then forgets the blob: after the commit the
 *       headers of the replaced files are read once more. A crash, a close or a failed read leaves
 *       entries of deleted blobs, which do no harm, until the index is rebuilt.
 *   <li>an <b>earlier change of a forgotten blob</b>, which was in a file that was not worth a
 *       rewrite. Until it goes no other replica is told of it, since alone it says that the blob is
 *       alive. An index that is made again from the log knows the blob by such a change, and
 *       without its PUT. It forgets the blob when all replicas are in step as of {@link
 *       io.aumbry.store.compaction.Retention#forgotten} after the blob was made and changed last:
 *       then no replica has the PUT.
 * </ul>
 *
 * <p>Everything known of a blob is made durable before a record is dropped because of it. Without
 * an {@link io.aumbry.store.compaction.Agreement} nothing is dropped. The agreement is missing if
 * the view of the cluster is incomplete, or if a peer has not pulled since the opening of the store
 * or has a new store.
 *
 * <h2>Why no deleted blob returns</h2>
 *
 * <p>In each log the DELETE of a blob outlives the PUT. A log may have several PUTs of a blob,
 * because damaged ones were written again. All of them may go with the blob, and its changes stay
 * while the quarantine names it. Otherwise a damaged PUT that reads as intact again, after an error
 * on its way from the disk, would show the blob as alive in an index that is made from the log. All
 * replicas acknowledge a DELETE before any log drops it, so each replica that still has the PUT
 * also has the DELETE in its own log. A replica that asks for records states the time up to which
 * it may have forgotten deletes, and gets no PUT of a blob with such a delete. It forgets a delete
 * only when it is older than that by the clock skew. No store therefore gets a blob again that it
 * has forgotten.
 *
 * <p>A replica that was out of the cluster for longer than deletes are known is not asked before
 * and not used afterwards: the owner of the stores records {@link
 * io.aumbry.store.compaction.Agreement#sharedMillis} of each agreement before acting on it, and
 * compares.
 *
 * <h2>Why a new replica gets every blob</h2>
 *
 * <p>A replica that has forgotten no delete gets all PUTs, except the PUTs that this log may drop
 * under the last agreement. Every undelete of such a blob would be known here, however far behind
 * another data centre is. The clock alone does not prove that: an undelete accepted in time may
 * arrive much later. A replica that may have forgotten a delete was in step with all replicas long
 * after an undelete could be accepted, so it has the undelete and the bytes.
 *
 * <h2>Choice of files</h2>
 *
 * <p>Compaction merges adjacent files if their remaining records fit into one. It rewrites a single
 * file of any size, because segments may have been larger earlier. With ample space at least half
 * of a group must be garbage, so that each copied byte frees another one. With less space a smaller
 * share is enough. The group that frees most per copied byte is chosen. Many small files are merged
 * too. The headers of each file are read once after the start, and later ends of blobs are added
 * up. A file that looks worth it is judged by its headers again, so that a file full of records
 * that must stay is not tried repeatedly.
 *
 * <h2>Space</h2>
 *
 * <p>A round needs the space of the new file, at most one segment of the size at which the largest
 * replaced file was made, and may take it from the reserve. With less space it chooses smaller
 * groups. It deletes a file that it cannot finish.
 */
@NullMarked
package io.aumbry.store.compaction;

import org.jspecify.annotations.NullMarked;
