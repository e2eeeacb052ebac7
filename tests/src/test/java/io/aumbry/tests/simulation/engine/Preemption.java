package io.aumbry.tests.simulation.engine;

import java.util.SplittableRandom;

/**
 * Decides at which accesses to shared state a thread loses the processor, and for how long. In a
 * process of production each thread has a processor of its own, or loses it anywhere; without
 * preemption a simulated thread runs alone until it waits.
 *
 * <p>A few places in the code, which a run draws, are preempted often. All others are preempted
 * rarely. A mistake that needs one particular order is then likely to show in the runs that draw
 * its place. Half of the preemptions last some time, in which messages arrive and disks answer; the
 * others only let threads run that are ready.
 *
 * <p>Its random numbers are its own: a run without preemption stays as it was.
 */
public final class Preemption {
  private static final long STREAM = 0x5DEECE66DL;
  private static final int ONE_PREEMPTED_IN = 4;

  /** Of a place, after which it is preempted no more. */
  private static final int MOST_OF_A_PLACE = 400;

  private static final int PLACES = 1 << 14;

  /** Of a run, which bounds its cost. */
  private static final int MOST = 40_000;

  private static final double SHORTEST_NANOS = 1e3;

  private final SplittableRandom random;
  private final int salt;
  private final int onePlaceIn;
  private final int oftenOneIn;
  private final int rarelyOneIn;
  private final double longestNanos;
  private final short[] counts = new short[PLACES];
  private boolean lasts = true;
  private int done;

  private Preemption(SplittableRandom random) {
    this.random = random;
    this.salt = random.nextInt();
    this.onePlaceIn = 1 << random.nextInt(3, 8);
    this.oftenOneIn = 1 << random.nextInt(1, 6);
    this.rarelyOneIn = 1 << random.nextInt(7, 14);
    this.longestNanos = Math.pow(10, random.nextDouble(4, 6.7));
  }

  /** Whether the run of a seed is preempted: one in four is. */
  public static boolean isDrawn(long seed) {
    return stream(seed).nextInt(ONE_PREEMPTED_IN) == 0;
  }

  /** The preemption of a run. */
  public static Preemption of(long seed) {
    return new Preemption(stream(seed).split());
  }

  private static SplittableRandom stream(long seed) {
    return new SplittableRandom(seed ^ STREAM);
  }

  /** From now on preemptions take no time, so that nothing is late for their sake alone. */
  public void takesNoTime() {
    lasts = false;
  }

  /** How often threads were preempted so far. */
  public int done() {
    return done;
  }

  /** Whether a thread at this place in the code is preempted now. */
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

  /** For how long the thread cannot run; 0 if it is ready at once. */
  long nanos() {
    return lasts && random.nextBoolean()
        ? (long) (SHORTEST_NANOS * Math.pow(longestNanos / SHORTEST_NANOS, random.nextDouble()))
        : 0;
  }
}
