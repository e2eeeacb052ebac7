package io.aumbry.store.compaction;

/**
 * The result of one round of compaction.
 *
 * @param files number of files merged into one; 0 if none was worth it
 * @param droppedRecords number of records
 * @param nanos duration, including waits
 */
public record CompactionRound(
    int files, long copiedBytes, long freedBytes, long droppedRecords, long nanos) {
  public static final CompactionRound NOTHING = new CompactionRound(0, 0, 0, 0, 0);

  public boolean didSomething() {
    return files > 0;
  }
}
