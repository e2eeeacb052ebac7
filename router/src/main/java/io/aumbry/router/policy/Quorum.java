package io.aumbry.router.policy;

/**
 * What the answers of replicas to one request add up to. The table:
 *
 * <pre>
 * votes so far                                             outcome
 * {@link Strategy#enough()} times {@link Vote#DONE} or KEPT,
 *   and {@link Strategy#heard()} times DONE, NOT_FOUND
 *   or GONE                                                {@link Outcome#DONE}
 * {@link Strategy#denial()} times {@link Vote#GONE} or
 *   {@link Vote#NOT_FOUND}, one of them GONE                 {@link Outcome#GONE}
 * {@link Strategy#denial()} times NOT_FOUND                {@link Outcome#NOT_FOUND}
 * too few voters left for any of these                     {@link Outcome#UNDECIDABLE}
 * else                                                     {@link Outcome#OPEN}
 * </pre>
 *
 * The first outcome that is not open stays. One replica alone cannot say that a blob has ended: it
 * may not have heard yet that the end was taken back.
 */
public final class Quorum {
  /** What one replica says. */
  public enum Vote {
    /** It did what was asked, or has it. */
    DONE,
    /** It did it, and may have missed what was done before. */
    KEPT,
    /** It has never had the blob, and its word counts on that. */
    NOT_FOUND,
    /** It knows that the blob was deleted or has expired. */
    GONE,
    /** It failed, cannot say, or its word does not count. */
    UNKNOWN
  }

  /** What all say together. */
  public enum Outcome {
    OPEN,
    DONE,
    NOT_FOUND,
    GONE,
    UNDECIDABLE
  }

  /**
   * How many it takes.
   *
   * @param enough votes for success
   * @param denial votes that make "not found", "deleted" or "expired" final
   * @param heard votes of any kind, but for KEPT and UNKNOWN, that success takes besides
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

    /** Something new is made, which nobody can be missing. */
    public static Strategy create(int writeQuorum) {
      return new Strategy(writeQuorum, NEVER);
    }

    /**
     * One that has it is enough, as blobs never change.
     *
     * @param replicas in the data centre, those that cannot answer included; with none nothing is
     *     ever final
     */
    public static Strategy read(int replicas, int writeQuorum) {
      return new Strategy(1, overlap(replicas, writeQuorum));
    }

    /**
     * The last life of something is ended: as for {@link #change}, and among all that answer must
     * be one that took part in whatever was acknowledged before. Else all of them may have missed
     * an undelete, and say that the life before is over.
     *
     * @param replicas as for {@link #read}
     */
    public static Strategy delete(int replicas, int writeQuorum, int enough) {
      int overlap = overlap(replicas, writeQuorum);
      return new Strategy(enough, overlap, overlap);
    }

    /**
     * Something that exists is changed, and more must have it than the write quorum that may have
     * acknowledged what it was before, as who moves may have been unknown then.
     *
     * @param replicas as for {@link #read}
     */
    public static Strategy change(int replicas, int writeQuorum, int enough) {
      return new Strategy(enough, overlap(replicas, writeQuorum));
    }

    /** So many replicas have one in common with every set that could acknowledge a change. */
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

  /**
   * Waits for the votes of {@code voters} replicas; without a single one it is undecidable at once.
   */
  public Quorum(Strategy strategy, int voters) {
    this.strategy = strategy;
    this.pending = voters;
    this.outcome = canStillDecide() ? Outcome.OPEN : Outcome.UNDECIDABLE;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Counts the vote of one more replica. */
  public Outcome add(Vote vote) {
    if (pending == 0) {
      throw new IllegalStateException("a vote more than there are voters");
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
