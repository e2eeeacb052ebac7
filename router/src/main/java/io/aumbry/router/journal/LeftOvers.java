package io.aumbry.router.journal;

import java.util.List;

/**
 * Where is noted what is to be deleted, should this process be killed before it is. For all
 * threads.
 *
 * <p>To note something never fails; what cannot be noted, as there is no room for it, is as if
 * nothing were kept of it.
 */
public interface LeftOvers extends AutoCloseable {
  /**
   * What the process before has left, each of which is to be deleted and then {@link #done}. It is
   * handed over once.
   */
  List<LeftOver> takeFound();

  /** Notes what is to be deleted, whatever happens; nothing for what is noted already. */
  void toDelete(List<LeftOver> all);

  /** Whether the next start will know of it. */
  boolean isNoted(LeftOver what);

  /** Strikes out what {@link #toDelete} has noted. */
  void done(LeftOver what);

  /** Whether the next start will know of what is noted now. */
  boolean isKept();

  /** Ends the notes of this process; what was noted is for the next one. */
  @Override
  void close();

  /** Keeps nothing. */
  static LeftOvers none() {
    return NoLeftOvers.INSTANCE;
  }
}
