/**
 * Compaction: which records of a log nothing can need any more, and which files to make one of so
 * that their space comes back. How a file is rewritten, and why a crash does no harm, is in {@code
 * io.aumbry.store.log}.
 *
 * <p>Threads: one at a time compacts a store, and no request waits for it. It reads what is durable
 * and never changes, and touches no entry of the index, so that it needs no turn on the writer's
 * thread but to make the index forget.
 *
 * <h2>What may go</h2>
 *
 * A record goes only when every replica that the cluster knows has acknowledged its number, and by
 * the merge of all that is known of its blob it is
 *
 * <ul>
 *   <li>a <b>PUT</b>, when the blob is deleted or expired, and that can no longer be taken back: a
 *       delete may be undone for {@link io.aumbry.store.compaction.Retention#deleted}, each replica
 *       refuses later ones; and this store is <b>in sync as of later than that</b>, with an hour
 *       more for clocks that differ. So no undelete or longer life can have been accepted anywhere
 *       that is not known here. The time of an agreement, not that of the clock, is what counts: a
 *       store that has not heard of its peers for a month keeps all. What this store itself has
 *       accepted before is waited for, however long ago that was.
 *   <li>a <b>change</b> that later ones have overruled in all it says.
 *   <li>the <b>change that ended a blob</b>, when its PUT is gone from this log by an earlier
 *       commit, {@link io.aumbry.store.compaction.Retention#forgotten} has passed as of a time when
 *       all replicas had all, and a segment of the index knows of it: else a crash would leave an
 *       index that shows the blob alive. The index then forgets the blob.
 *   <li>an <b>earlier change of a forgotten blob</b>, which was in a file that was not worth a
 *       rewrite. Until it goes no other replica is told of it, since alone it says that the blob is
 *       alive. An index that is made again from the log knows the blob by such a change, and
 *       without its PUT. It forgets the blob when all replicas are in step as of {@link
 *       io.aumbry.store.compaction.Retention#forgotten} after the blob was made and changed last:
 *       then no replica has the PUT.
 * </ul>
 *
 * What is known of a blob is durable before anything goes for it. Without an {@link
 * io.aumbry.store.compaction.Agreement} nothing goes at all: an incomplete view of the cluster, a
 * peer that has not pulled since the store was opened, or one whose store is a new one, means keep.
 *
 * <h2>Why nothing comes back</h2>
 *
 * In each log the PUT of a deleted blob has its DELETE beside it: the DELETE goes last. Before a
 * DELETE goes from a log all replicas have acknowledged it, so all that still have the PUT have the
 * DELETE in their own log, and the same holds for them. A replica that asks for records says up to
 * which time it may have forgotten deletes, and is not told of PUTs of blobs with such a delete. It
 * forgets a delete only when it is older than that by the skew of clocks. So a store that has
 * forgotten a blob is never sent it. A replica that was taken out of the cluster, for longer than
 * deletes are known, is not asked before, and is not used after: whoever keeps stores notes {@link
 * io.aumbry.store.compaction.Agreement#sharedMillis} of each agreement before it is acted on, and
 * compares.
 *
 * <h2>Why a new replica lacks nothing</h2>
 *
 * A replica that has forgotten no delete is told of all PUTs but those that may go from this log by
 * their blob's life, as of the last agreement that compaction was given: all that could have taken
 * the end of such a blob back is known here, however far behind another data centre is. The clock
 * alone does not say that: an undelete that was in time may arrive here long after. A replica that
 * may have forgotten a delete was in step with all replicas as of much later than an undelete of it
 * could be accepted, so it has the undelete, and the bytes with it.
 *
 * <h2>Which files</h2>
 *
 * Files next to each other whose records that stay fit into one. With ample space only such as are
 * half garbage, so that a byte is copied at most for each one freed; the less space there is, the
 * smaller that share. Of those the group that frees most for each byte copied. Many small files are
 * made one too. The headers of each file are read once after the start; from then on the ends of
 * its blobs are added up as they come. A file that looks worth it by that is judged by its own
 * headers, read again, so that one that is full of what must stay is not tried again and again.
 *
 * <h2>Room</h2>
 *
 * A round needs as much as the new file has, at most one segment, and may take it from the reserve.
 * If there is less, groups with fewer bytes to copy are chosen; what was begun and cannot be
 * finished is deleted.
 */
@NullMarked
package io.aumbry.store.compaction;

import org.jspecify.annotations.NullMarked;
