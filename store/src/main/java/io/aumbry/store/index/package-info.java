/**
 * The index of a store maps each blob to its state and its PUT record. An entry holds the merge of
 * all records of the blob, so the newest entry found is the answer, and a read costs one read of
 * the log. The log can rebuild the index.
 *
 * <p>New entries go to a part in memory outside the heap. A full part is frozen, then sealed:
 * written as a segment, sorted by id. A part is full by its entries or by the bytes of log that it
 * covers, because each start reads the log behind the last segment. When damage is found there, the
 * part is sealed at once: a start that read the damage could not know whether it is repaired. Ids
 * begin with their creation time, so blobs of about the same age share pages. {@link
 * io.aumbry.store.index.MergeRule} chooses adjacent segments to merge.
 *
 * <p>Cost of a look-up: memory holds for each segment the smallest and largest id, a Bloom filter
 * of 16 bits an entry, and the first id of each page; 2.5 bytes an entry in all. A look-up reads a
 * page only if the filter allows it. The filter is wrong for about one missing id in a thousand,
 * for each segment with a matching id range. A look-up of an existing blob reads one page, and of a
 * missing blob almost always none. Pages are read, not mapped, and frequently used pages are cached
 * ({@link io.aumbry.store.index.segment.IndexPages}, decision 6).
 *
 * <p>The writer thread puts entries. Any disk thread looks them up without a lock; visible entries
 * are immutable. Sealing and merging run on the helper of the disk. A look-up holds a view, and the
 * files of a view are closed after its last holder releases it.
 *
 * <p>Each segment also keeps the usage of containers after its last record ({@link
 * io.aumbry.store.index.IndexUsage}).
 *
 * <p>Invariants: a segment covers only durable records. Segments cover the parts from 1 without
 * gaps. After a crash between the renaming of a merged segment and the deletion of its sources, the
 * larger file counts. Each page is verified when it is read from the file. When damage or a gap is
 * found, all files are deleted, and the next opening rebuilds the index from the log. No part is
 * worth keeping alone, because a later part may correct an earlier one.
 */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
