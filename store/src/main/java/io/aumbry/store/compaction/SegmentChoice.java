package io.aumbry.store.compaction;

import java.util.Comparator;
import java.util.List;

/**
 * Chooses the adjacent files that free most per copied byte.
 *
 * @param capacity maximum bytes of a file that replaces several
 * @param room bytes that may be written
 * @param leastGarbage share of a group that must be garbage
 */
record SegmentChoice(long capacity, long room, double leastGarbage) {
  /** Syncs, a commit and colder caches. */
  private static final long FIXED_COST = 1 << 20;

  /** From this number, files that fit into one are merged even if that frees nothing. */
  private static final int MANY = 8;

  private static final double MOST = 0.5;
  private static final double LEAST = 0.1;

  /** Free share of the disk above which the largest share of garbage is tolerated. */
  private static final double AMPLE = 0.25;

  /**
   * With ample space, a copied byte frees another, so compaction writes less than half of all
   * bytes.
   */
  static double leastGarbage(long usable, long total) {
    double free = total <= 0 ? 1 : (double) usable / total;
    return Math.clamp(LEAST + free / AMPLE * (MOST - LEAST), LEAST, MOST);
  }

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

  /** Files are in log order. Empty if none is worth it. */
  List<SegmentUsage> best(List<SegmentUsage> files) {
    List<SegmentUsage> best = List.of();
    double bestScore = 0;
    for (int from = 0; from < files.size(); from++) {
      long kept = 0;
      long size = 0;
      for (int to = from; to < files.size() && isAllowed(to - from, kept, files.get(to)); to++) {
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

  /** A file alone may be larger: segments may have been larger when it was written. */
  private boolean isAllowed(int before, long kept, SegmentUsage next) {
    long limit = before == 0 ? room : Math.min(capacity, room);
    return kept + next.kept() <= limit;
  }

  /** Bytes freed per byte copied, or 0 if too few. */
  private double score(long size, long kept, int files) {
    long freed = size - kept;
    boolean frees = freed >= leastGarbage * size && freed > kept / 100;
    return frees || files >= MANY ? (freed + 1.0) / (kept + FIXED_COST) : 0;
  }
}
