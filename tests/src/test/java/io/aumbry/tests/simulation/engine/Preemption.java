package io.aumbry.tests.simulation.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Decides at which accesses to shared state a thread loses the processor, and for how long. In
 * production, threads run in parallel or lose the processor anywhere. A simulated thread that is
 * not preempted runs alone until it waits.
 *
 * <p>A run draws a few places in the code that are preempted often. All others are preempted
 * rarely. A bug that needs one particular order is then likely to show in the runs that draw its
 * place. Half of the preemptions take time, in which messages arrive and disks answer. They end
 * early when another thread of the process accesses shared state of the same class. The others take
 * no time and only let ready threads run first.
 *
 * <p>Preemption has its own random numbers, so it changes no other choice of a run.
 */
public final class Preemption {
  private static final long STREAM = 0x5DEECE66DL;
  private static final int ONE_PREEMPTED_IN = 4;

  private static final int MOST_OF_A_PLACE = 200;

  private static final int PLACES = 1 << 14;

  /** Limit of preemptions in a run, which bounds its cost. */
  private static final int MOST = 40_000;

  private static final double SHORTEST_NANOS = 1e4;

  private final SplittableRandom random;
  private final int salt;
  private final int onePlaceIn;
  private final int oftenOneIn;
  private final int rarelyOneIn;
  private final double longestNanos;
  private final short[] counts = new short[PLACES];
  private final List<SimulatedThread> away = new ArrayList<>();
  private boolean lasts = true;
  private int done;

  private Preemption(SplittableRandom random) {
    this.random = random;
    this.salt = random.nextInt();
    this.onePlaceIn = 1 << random.nextInt(2, 7);
    this.oftenOneIn = 1 << random.nextInt(1, 6);
    this.rarelyOneIn = 1 << random.nextInt(7, 14);
    this.longestNanos = Math.pow(10, random.nextDouble(5.5, 7.5));
  }

  /** Whether the run of a seed is preempted. One run in four is. */
  public static boolean isDrawn(long seed) {
    return stream(seed).nextInt(ONE_PREEMPTED_IN) == 0;
  }

  public static Preemption of(long seed) {
    return new Preemption(stream(seed).split());
  }

  private static SplittableRandom stream(long seed) {
    return new SplittableRandom(seed ^ STREAM);
  }

  /** Makes all further preemptions take no time, so that they delay no operation. */
  public void takesNoTime() {
    lasts = false;
  }

  public int done() {
    return done;
  }

  boolean strikes(int place) {
    int mixed = (place ^ salt) * 0x9E3779B9;
    boolean often = (mixed >>> 16) % onePlaceIn == 0;
    if (random.nextInt(often ? oftenOneIn : rarelyOneIn) != 0 || done >= MOST) {
      return false;
    }
    int slot = mixed >>> 18;
    if (counts[slot] >= MOST_OF_A_PLACE) {
      return false;
    }
    counts[slot]++;
    done++;
    return true;
  }

  void waits(SimulatedThread thread) {
    away.add(thread);
  }

  /** Ends preemptions in the class that a thread of the same process is about to access. */
  void meets(SimulatedProcess process, int place) {
    if (!away.isEmpty()) {
      away.removeIf(thread -> thread.meets(process, place));
    }
  }

  /** Returns the duration of a preemption. It is 0 if the thread stays ready. */
  long nanos() {
    return lasts && random.nextBoolean()
        ? (long) (SHORTEST_NANOS * Math.pow(longestNanos / SHORTEST_NANOS, random.nextDouble()))
        : 0;
  }
}
