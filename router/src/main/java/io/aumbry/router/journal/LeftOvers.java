package io.aumbry.router.journal;

import java.util.List;

/**
 * Where is noted what would be left over if this process were killed. For all threads.
 *
 * <p>To note something never fails; what cannot be noted, as there is no room for it, is as if
 * nothing were kept of it.
 */
public interface LeftOvers extends AutoCloseable {
  /** What the process before has left, each of which is to be deleted and then {@link #done}. */
  List<LeftOver> found();

  /** A number for one more upload. */
  long newUpload();

  /** Notes a chunk, before it is sent anywhere. */
  void chunk(long upload, LeftOver chunk);

  /**
   * To be called before a manifest that names chunks of this upload is sent anywhere: whatever
   * happens then, they are not left over because of what {@link #chunk} noted.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@link
   *     io.aumbry.protocol.error.ErrorCode#SHUTTING_DOWN}, {@link
   *     io.aumbry.protocol.error.ErrorCode#INTERNAL} when that cannot be made sure
   */
  void beforeManifest(long upload);

  /** Nothing of this upload is left over but what {@link #toDelete} was told. */
  void ended(long upload);

  /** Notes what is to be deleted, whatever happens; nothing for what is noted already. */
  void toDelete(List<LeftOver> all);

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
