package io.aumbry.store.compaction;

import java.util.Comparator;
import java.util.List;

/**
 * Which files to make one of: those that free most for what they make one copy.
 *
 * @param capacity bytes that one file may have
 * @param room bytes that may be written
 * @param leastGarbage share of a group of files that must be garbage
 */
record SegmentChoice(long capacity, long room, double leastGarbage) {
  /** Copying costs more than its bytes: syncs, a commit, colder caches. */
  private static final long FIXED_COST = 1 << 20;

  /** So many files that fit into one are made one even if that frees nothing. */
  private static final int MANY = 8;

  private static final double MOST = 0.5;
  private static final double LEAST = 0.1;

  /** Of the disk: with more free than that, garbage may grow to its most. */
  private static final double AMPLE = 0.25;

  /**
   * With ample space a byte is copied only to free another one, so that what is written for
   * compaction stays below half of what was written; the less space there is, the more it may cost.
   */
  static double leastGarbage(long usable, long total) {
    double free = total <= 0 ? 1 : (double) usable / total;
    return Math.clamp(LEAST + free / AMPLE * (MOST - LEAST), LEAST, MOST);
  }

  /** The group with the largest share of garbage among the best groups of some runs. */
  List<SegmentUsage> bestOf(List<List<SegmentUsage>> runs) {
    return runs.stream()
        .map(this::best)
        .filter(group -> !group.isEmpty())
        .max(Comparator.comparingDouble(SegmentChoice::garbageShare))
        .orElse(List.of());
  }

  private static double garbageShare(List<SegmentUsage> files) {
    long size = files.stream().mapToLong(SegmentUsage::size).sum();
    return (double) files.stream().mapToLong(SegmentUsage::garbage).sum() / size;
  }

  /** A run of the files, which are in the order of the log; empty when none is worth it. */
  List<SegmentUsage> best(List<SegmentUsage> files) {
    List<SegmentUsage> best = List.of();
    double bestScore = 0;
    for (int from = 0; from < files.size(); from++) {
      long kept = 0;
      long size = 0;
      for (int to = from; to < files.size() && kept + files.get(to).kept() <= limit(); to++) {
        kept += files.get(to).kept();
        size += files.get(to).size();
        double score = score(size, kept, to + 1 - from);
        if (score > bestScore) {
          bestScore = score;
          best = files.subList(from, to + 1);
        }
      }
    }
    return best;
  }

  private long limit() {
    return Math.min(capacity, room);
  }

  /** Bytes freed for each byte copied; 0 when that is too few. */
  private double score(long size, long kept, int files) {
    long freed = size - kept;
    boolean frees = freed >= leastGarbage * size && freed > kept / 100;
    return frees || files >= MANY ? (freed + 1.0) / (kept + FIXED_COST) : 0;
  }
}
