package io.aumbry.store.compaction;

/**
 * What one round of compaction did.
 *
 * @param files that were made one; 0 when there was nothing worth it
 * @param copiedBytes of records that stay
 * @param freedBytes of disk
 * @param droppedRecords that nothing can need any more
 * @param nanos that it took, waiting included
 */
public record CompactionRound(
    int files, long copiedBytes, long freedBytes, long droppedRecords, long nanos) {
  public static final CompactionRound NOTHING = new CompactionRound(0, 0, 0, 0, 0);

  public boolean didSomething() {
    return files > 0;
  }
}
