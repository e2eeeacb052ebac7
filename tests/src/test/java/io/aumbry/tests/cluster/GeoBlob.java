package io.aumbry.tests.cluster;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/**
 * A blob of {@link GeoLoad} and its possible states. Until the load has ended, only one thread uses
 * it.
 */
final class GeoBlob {
  /** Added to the clock error, because TTLs are in seconds. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final String path;
  private final int home;
  private final long seed;
  private final int size;
  private final Life life;
  private final Span made;

  private final Set<State> states = EnumSet.of(State.ALIVE);

  private State now = State.ALIVE;
  private int changedIn;
  private boolean sure = true;

  enum State {
    ALIVE,
    DELETED
  }

  /** The expiry of a new blob. */
  enum Life {
    WITHOUT_END,
    /** It expires unless its TTL is updated. */
    WEEK,
    /** It expires during the load or soon after. Nothing changes it. */
    SHORT;

    /** The TTL of a {@link #SHORT} blob. */
    static final Duration END = Duration.ofSeconds(30);

    /** The TTL in seconds, as clients send it. */
    long seconds() {
      return this == SHORT ? END.toSeconds() : Duration.ofDays(7).toSeconds();
    }
  }

  /**
   * The time of a request.
   *
   * @param clockError upper bound of the difference between the clocks involved
   */
  record Span(long beganNanos, long endedNanos, Duration clockError) {}

  /**
   * @param home the data centre in which it was put
   */
  GeoBlob(String path, int home, Content content, Life life, Span made) {
    this.path = path;
    this.home = home;
    this.seed = content.seed;
    this.size = content.size;
    this.life = life;
    this.made = made;
    this.changedIn = home;
  }

  /** Content that is generated from a seed. */
  record Content(long seed, int size) {
    byte[] bytes() {
      byte[] bytes = new byte[size];
      new Random(seed).nextBytes(bytes);
      return bytes;
    }
  }

  String path() {
    return path;
  }

  int home() {
    return home;
  }

  Life life() {
    return life;
  }

  byte[] content() {
    return new Content(seed, size).bytes();
  }

  void changed(int place, State to) {
    states.add(to);
    now = to;
    changedIn = place;
  }

  /** A change was refused, but may still take effect. */
  void maybe(State to) {
    states.add(to);
    sure = false;
  }

  boolean isSure() {
    return sure;
  }

  /**
   * Returns the states that a data centre may show to a read in this time. The data centre of the
   * last change shows exactly its result, if its frontend has not restarted since.
   */
  Set<State> mayBe(int place, boolean sameFrontend, Span read) {
    return ended(sure && sameFrontend && place == changedIn ? EnumSet.of(now) : states, read);
  }

  Set<State> mayEndAs(Span read) {
    return ended(sure ? EnumSet.of(now) : states, read);
  }

  boolean stays() {
    return sure && now == State.ALIVE && life != Life.SHORT;
  }

  /** Applies the expiry to these states. An expired blob is reported as deleted. */
  private Set<State> ended(Set<State> otherwise, Span read) {
    if (life != Life.SHORT) {
      return otherwise;
    }
    long error = made.clockError.plus(read.clockError).plus(TOLERANCE).toNanos();
    Set<State> left = EnumSet.noneOf(State.class);
    if (read.beganNanos - made.endedNanos < Life.END.toNanos() + error) {
      left.add(State.ALIVE);
    }
    if (read.endedNanos - made.beganNanos > Life.END.toNanos() - error) {
      left.add(State.DELETED);
    }
    return left;
  }

  @Override
  public String toString() {
    return "%s of %d bytes from %d, %s, %s in %d%s, has been %s"
        .formatted(path, size, home, life, now, changedIn, sure ? "" : " or not", states);
  }
}
