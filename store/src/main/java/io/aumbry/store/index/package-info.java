/**
 * Where each blob is in the log, and what has become of it. An entry holds the merge of all records
 * of its blob when it was written, so the newest entry found is the answer, and a look-up costs one
 * read of the log. The index is made of the log and can be made again from it.
 *
 * <p>Entries come into a part in memory, outside the heap. A full part is frozen, and sealed:
 * written as a segment, sorted by id. Ids begin with the time of their making, so what was made at
 * about the same time lies in the same page. Segments that are neighbours in age are merged as
 * {@link io.aumbry.store.index.MergeRule} says.
 *
 * <p>What a look-up costs: memory holds for each segment its smallest and largest id, a Bloom
 * filter of 16 bits an entry, and the first id of each page, 2.5 bytes an entry in all. A page is
 * read only where the filter says that the entry may be; of ids that are not there about one in a
 * thousand seems to be, for each segment whose ids reach that far. So it is one page for a blob
 * that is there, and none for one that is not, but for that rate. Pages are read and not mapped,
 * and those asked for again are kept ({@link io.aumbry.store.index.segment.IndexPages}): see
 * decision 6.
 *
 * <p>Threads: the writer thread puts; any disk thread finds, without a lock. Entries are immutable
 * once they can be seen. Sealing and merging run on the helper of the disk. A look-up holds the
 * view that it looks in, and files are closed when the last one has let go.
 *
 * <p>Invariants: only durable records are in a segment. Segments cover the parts from 1 on without
 * gaps, each once; where two files cover a part, as after a crash between the naming of a merged
 * one and the deleting of its sources, the larger counts. No entry is taken from a page that was
 * not proved, each time that it is read from the file. Once damage or a gap is found, at a start or
 * later, the files are all deleted and the next start makes the index from the log: an entry in a
 * later part may correct one in an earlier part, so that none is worth keeping without those behind
 * it.
 */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
