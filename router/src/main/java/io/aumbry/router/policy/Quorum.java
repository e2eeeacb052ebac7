package io.aumbry.router.policy;

/**
 * Combines the answers of replicas to one request:
 *
 * <pre>
 * votes                                                    outcome
 * {@link Strategy#enough()} times {@link Vote#DONE} or KEPT,
 *   and {@link Strategy#heard()} times DONE, NOT_FOUND
 *   or GONE                                                {@link Outcome#DONE}
 * {@link Strategy#denial()} times {@link Vote#GONE} or
 *   {@link Vote#NOT_FOUND}, at least once GONE               {@link Outcome#GONE}
 * {@link Strategy#denial()} times NOT_FOUND                {@link Outcome#NOT_FOUND}
 * none of these can be reached any more                    {@link Outcome#UNDECIDABLE}
 * otherwise                                                {@link Outcome#OPEN}
 * </pre>
 *
 * <p>The first outcome other than OPEN is final. A single replica cannot decide that a blob is
 * gone, because it may have missed an undelete or TTL update.
 */
public final class Quorum {
  public enum Vote {
    /** The replica made the change, or has the blob. */
    DONE,
    /** The replica made the change, but is not complete and may have missed earlier changes. */
    KEPT,
    /** A complete replica knows nothing of the blob. */
    NOT_FOUND,
    /** The replica knows that the blob was deleted or has expired. */
    GONE,
    /** The replica failed, or may not vote. */
    UNKNOWN
  }

  public enum Outcome {
    OPEN,
    DONE,
    NOT_FOUND,
    GONE,
    UNDECIDABLE
  }

  /**
   * The number of votes that each outcome needs.
   *
   * @param enough votes for success
   * @param denial votes that make "not found", "deleted" or "expired" final
   * @param heard votes other than KEPT and UNKNOWN that success needs as well
   */
  public record Strategy(int enough, int denial, int heard) {
    private static final int NEVER = Integer.MAX_VALUE;

    public Strategy {
      if (enough < 1 || denial < 1 || heard < 0) {
        throw new IllegalArgumentException(
            "enough " + enough + ", denial " + denial + ", heard " + heard);
      }
    }

    private Strategy(int enough, int denial) {
      this(enough, denial, 0);
    }

    /** For a new blob, which no replica can deny. */
    public static Strategy create(int writeQuorum) {
      return new Strategy(writeQuorum, NEVER);
    }

    /**
     * For a read. One replica that has the blob is enough, because blobs never change.
     *
     * @param replicas in the data centre, reachable or not; with 0, no denial is final
     */
    public static Strategy read(int replicas, int writeQuorum) {
      return new Strategy(1, overlap(replicas, writeQuorum));
    }

    /**
     * For a delete of the last life. The answers must also overlap every earlier write quorum.
     * Otherwise all of them could have missed an undelete, and the delete would end an earlier
     * life.
     */
    public static Strategy delete(int replicas, int writeQuorum, int enough) {
      int overlap = overlap(replicas, writeQuorum);
      return new Strategy(enough, overlap, overlap);
    }

    /**
     * For a change of an existing blob. During a move {@code enough} exceeds the write quorum,
     * because an earlier change may have been acknowledged without knowledge of the move.
     */
    public static Strategy change(int replicas, int writeQuorum, int enough) {
      return new Strategy(enough, overlap(replicas, writeQuorum));
    }

    /** The smallest number of replicas that has one in common with every write quorum. */
    public static int overlap(int replicas, int writeQuorum) {
      return replicas == 0 ? NEVER : Math.max(1, replicas - writeQuorum + 1);
    }
  }

  private final Strategy strategy;
  private int pending;
  private int done;
  private int kept;
  private int notFound;
  private int gone;
  private Outcome outcome;

  /** Waits for the votes of {@code voters} replicas; without voters the outcome is UNDECIDABLE. */
  public Quorum(Strategy strategy, int voters) {
    this.strategy = strategy;
    this.pending = voters;
    this.outcome = canStillDecide() ? Outcome.OPEN : Outcome.UNDECIDABLE;
  }

  public Outcome outcome() {
    return outcome;
  }

  public Outcome add(Vote vote) {
    if (pending == 0) {
      throw new IllegalStateException("more votes than voters");
    }
    pending--;
    switch (vote) {
      case DONE -> done++;
      case KEPT -> kept++;
      case NOT_FOUND -> notFound++;
      case GONE -> gone++;
      case UNKNOWN -> {}
    }
    if (outcome == Outcome.OPEN) {
      outcome = decide();
    }
    return outcome;
  }

  private Outcome decide() {
    if (done + kept >= strategy.enough() && done + notFound + gone >= strategy.heard()) {
      return Outcome.DONE;
    }
    if (gone + notFound >= strategy.denial()) {
      return gone > 0 ? Outcome.GONE : Outcome.NOT_FOUND;
    }
    return canStillDecide() ? Outcome.OPEN : Outcome.UNDECIDABLE;
  }

  private boolean canStillDecide() {
    return (done + kept + pending >= strategy.enough()
            && done + notFound + gone + pending >= strategy.heard())
        || gone + notFound + pending >= strategy.denial();
  }

  @Override
  public String toString() {
    return done
        + " done, "
        + kept
        + " kept, "
        + notFound
        + " not found, "
        + gone
        + " gone, "
        + pending
        + " pending: "
        + outcome;
  }
}
