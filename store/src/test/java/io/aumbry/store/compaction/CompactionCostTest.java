package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The bytes that compaction copies over the life of a disk with the product's choice, compared with
 * punching holes for dead content (decision 10). {@code -Daumbry.compaction.files} is the number of
 * files on the disk.
 */
final class CompactionCostTest {
  private static final int FILES = Integer.getInteger("aumbry.compaction.files", 8);
  private static final long SEGMENT = 256L << 20;

  /** Only whole pages can become holes. */
  private static final long PAGE = 4096;

  /** Bytes of a record besides content. */
  private static final int OVERHEAD = 150;

  /**
   * Blobs of one or two sizes with random ends.
   *
   * @param live share of the disk in the steady state
   * @param small content bytes of a blob
   * @param large content bytes of a larger blob with a fifth of the lifetime; 0 for none
   */
  private record Load(String name, double live, int small, int large) {}

  /** Records of a file in order. */
  private static final class SimulatedFile {
    final int number;
    final long[] ends;
    final int[] contents;

    SimulatedFile(int number, long[] ends, int[] contents) {
      this.number = number;
      this.ends = ends;
      this.contents = contents;
    }

    long kept(long now) {
      long sum = 0;
      for (int i = 0; i < ends.length; i++) {
        sum += ends[i] > now ? contents[i] + OVERHEAD : 0;
      }
      return sum;
    }

    /** Bytes that the file system allocates for it. */
    long size(long now, boolean holes) {
      long sum = 0;
      for (int i = 0; i < ends.length; i++) {
        boolean hole = holes && ends[i] <= now;
        sum += contents[i] + OVERHEAD - (hole ? inWholePages(sum, contents[i]) : 0);
      }
      return sum;
    }

    /** Content rarely starts at a page. */
    private static long inWholePages(long somewhere, int content) {
      long from = (somewhere * 31 + OVERHEAD) % PAGE;
      return Math.max(0, (from + content) / PAGE * PAGE - (from + PAGE - 1) / PAGE * PAGE);
    }
  }

  /** Time is measured in bytes written. */
  private static final class SimulatedDisk {
    final Load load;
    final boolean holes;
    final long capacity = FILES * SEGMENT;
    final SplittableRandom random = new SplittableRandom(3);
    final List<SimulatedFile> files = new ArrayList<>();
    int nextNumber;
    long now;
    long written;
    long copied;
    long waiting;
    int rounds;

    SimulatedDisk(Load load, boolean holes) {
      this.load = load;
      this.holes = holes;
    }

    /** Fills it to the steady state, then writes its whole content twice more. */
    SimulatedDisk live() {
      write(FILES);
      written = 0;
      copied = 0;
      waiting = 0;
      rounds = 0;
      write(2 * FILES);
      return this;
    }

    private void write(int count) {
      for (int i = 0; i < count; i++) {
        files.add(newFile());
        now += SEGMENT;
        written += SEGMENT;
        compact();
        waiting += used() - files.stream().mapToLong(file -> file.kept(now)).sum();
        rounds++;
      }
    }

    private SimulatedFile newFile() {
      long[] ends = new long[(int) (SEGMENT / (load.small() + OVERHEAD)) + 1];
      int[] contents = new int[ends.length];
      int count = 0;
      double mean = load.large() == 0 ? load.live() : load.live() * 2 / 1.2;
      long sum = 0;
      while (sum < SEGMENT) {
        boolean large =
            load.large() > 0 && random.nextInt(load.large() + load.small()) < load.small();
        contents[count] = large ? load.large() : load.small();
        double span = mean * capacity * (large ? 0.2 : 1);
        ends[count] = now + (long) (-Math.log(1 - random.nextDouble()) * span);
        sum += contents[count] + OVERHEAD;
        count++;
      }
      return new SimulatedFile(
          nextNumber++, Arrays.copyOf(ends, count), Arrays.copyOf(contents, count));
    }

    private long used() {
      return files.stream().mapToLong(file -> file.size(now, holes)).sum();
    }

    private void compact() {
      for (List<SegmentUsage> chosen = choose(); !chosen.isEmpty(); chosen = choose()) {
        List<Integer> numbers = chosen.stream().map(SegmentUsage::number).toList();
        List<SimulatedFile> group =
            files.stream().filter(file -> numbers.contains(file.number)).toList();
        int at = files.indexOf(group.getFirst());
        files.removeAll(group);
        SimulatedFile made = merged(group);
        copied += made.kept(now);
        files.add(at, made);
      }
    }

    private List<SegmentUsage> choose() {
      long usable = Math.max(0, capacity - used());
      List<SegmentUsage> usages = new ArrayList<>();
      for (SimulatedFile file : files.subList(0, files.size() - 1)) {
        usages.add(new SegmentUsage(file.number, file.size(now, holes), file.kept(now), 0, false));
      }
      double least = SegmentChoice.leastGarbage(usable, capacity);
      return new SegmentChoice(SEGMENT, Math.max(usable, SEGMENT), least).best(usages);
    }

    private SimulatedFile merged(List<SimulatedFile> group) {
      int most = group.stream().mapToInt(file -> file.ends.length).sum();
      long[] ends = new long[most];
      int[] contents = new int[most];
      int count = 0;
      for (SimulatedFile file : group) {
        for (int i = 0; i < file.ends.length; i++) {
          if (file.ends[i] > now) {
            ends[count] = file.ends[i];
            contents[count++] = file.contents[i];
          }
        }
      }
      return new SimulatedFile(
          nextNumber++, Arrays.copyOf(ends, count), Arrays.copyOf(contents, count));
    }

    double copiedOfWritten() {
      return (double) copied / written;
    }

    double waitingOfDisk() {
      return (double) waiting / rounds / capacity;
    }
  }

  @Test
  void copiedBytesAreBounded() {
    for (Load load : loads()) {
      SimulatedDisk disk = new SimulatedDisk(load, false).live();
      SimulatedDisk withHoles = new SimulatedDisk(load, true).live();
      System.out.printf(
          "%-32s copied of written %.2f, with holes %.2f; garbage of the disk %.2f, with holes %.2f%n",
          load.name(),
          disk.copiedOfWritten(),
          withHoles.copiedOfWritten(),
          disk.waitingOfDisk(),
          withHoles.waitingOfDisk());
      if (load.live() <= 0.5) {
        assertThat(disk.copiedOfWritten()).as(load.name()).isLessThan(1);
      }
    }
  }

  private static List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    for (double live : new double[] {0.5, 0.7, 0.85}) {
      String of = ", " + Math.round(live * 100) + " % live";
      loads.add(new Load("16 KiB" + of, live, 16 << 10, 0));
      loads.add(new Load("64 KiB" + of, live, 64 << 10, 0));
      loads.add(new Load("1 MiB" + of, live, 1 << 20, 0));
      loads.add(new Load("64 KiB and dying 4 MiB" + of, live, 64 << 10, 4 << 20));
    }
    return loads;
  }
}
