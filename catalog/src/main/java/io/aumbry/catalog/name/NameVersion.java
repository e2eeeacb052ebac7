package io.aumbry.catalog.name;

import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;

/**
 * A version of a name.
 *
 * @param sequence orders the versions of a name: wall time in microseconds, or one more than that
 *     of the previous version
 * @param versionId opaque to clients, unique among the versions of a name
 * @param modifiedMillis wall time of the commit
 */
public record NameVersion(
    BlobName name,
    Content content,
    State state,
    long sequence,
    String versionId,
    long modifiedMillis) {
  /** The expiry of a blob that lives until it is deleted. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * How long a deleted or expired name is known as such. All replicas of a catalog must use the
   * same time.
   */
  public static final Duration REMEMBERED = Duration.ofDays(7);

  /**
   * The blob of a version.
   *
   * @param size in bytes
   * @param expiresMillis wall time, or {@link #NEVER}
   */
  public record Content(BlobId blob, long size, long expiresMillis) {}

  /** The states of a version, with their numbers in the database. */
  public enum State {
    /** Visible until its blob expires. */
    LIVE(0),
    /** Number 1 is kept for the delete markers of S3, which have no blob. */
    DELETED(2),
    EXPIRED(3);

    private final int number;

    State(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }

    public static State of(int number) {
      for (State state : values()) {
        if (state.number == number) {
          return state;
        }
      }
      throw new IllegalArgumentException("no state of a name has the number " + number);
    }
  }

  /**
   * When the row needs upkeep: it expires, or it is no longer remembered. {@link #NEVER} for a live
   * version without expiry.
   */
  public long dueMillis() {
    return switch (state) {
      case LIVE -> content.expiresMillis();
      case DELETED -> modifiedMillis + REMEMBERED.toMillis();
      case EXPIRED -> content.expiresMillis() + REMEMBERED.toMillis();
    };
  }

  /** The state at a point in time, which the database may not know yet. */
  public State stateAt(long millis) {
    return state == State.LIVE && content.expiresMillis() <= millis ? State.EXPIRED : state;
  }

  public boolean isLiveAt(long millis) {
    return stateAt(millis) == State.LIVE;
  }

  /** This version after its end. */
  public NameVersion ended(State end, long nowMillis) {
    return new NameVersion(name, content, end, sequence, versionId, nowMillis);
  }

  public NameVersion with(Content next) {
    return new NameVersion(name, next, state, sequence, versionId, modifiedMillis);
  }
}
