package io.aumbry.tests.cluster;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** A blob of {@link GeoLoad}, and what has become of it; of one thread until the load has ended. */
final class GeoBlob {
  /** Beside the error of clocks: times of life are in seconds. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final String path;
  private final int home;
  private final long seed;
  private final int size;
  private final Life life;
  private final Span made;

  /** All states it has been in, the last one included. */
  private final Set<State> states = EnumSet.of(State.ALIVE);

  private State now = State.ALIVE;
  private int changedIn;
  private boolean sure = true;

  enum State {
    ALIVE,
    DELETED
  }

  /** For how long it is made. */
  enum Life {
    WITHOUT_END,
    /** It ends unless it is kept. */
    WEEK,
    /** It ends while its load runs, or soon after; nobody changes it. */
    SHORT;

    /** After a {@link #SHORT} one. */
    static final Duration END = Duration.ofSeconds(30);

    /** In seconds, as clients say it. */
    long seconds() {
      return this == SHORT ? END.toSeconds() : Duration.ofDays(7).toSeconds();
    }
  }

  /**
   * When something was done.
   *
   * @param clockError between those who did it
   */
  record Span(long beganNanos, long endedNanos, Duration clockError) {}

  /**
   * One that was put.
   *
   * @param home the data centre where it was
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

  /** What is in it, by what it is made from. */
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

  /** A change of it was acknowledged. */
  void changed(int place, State to) {
    states.add(to);
    now = to;
    changedIn = place;
  }

  /** A change of it was refused, and may come about nonetheless. */
  void maybe(State to) {
    states.add(to);
    sure = false;
  }

  boolean isSure() {
    return sure;
  }

  /**
   * As what a data centre may show it to a read that takes from one time to another: the one of the
   * last change as that left it, if its frontend has been the same since.
   */
  Set<State> mayBe(int place, boolean sameFrontend, Span read) {
    return ended(sure && sameFrontend && place == changedIn ? EnumSet.of(now) : states, read);
  }

  /** As what all may show it in the end. */
  Set<State> mayEndAs(Span read) {
    return ended(sure ? EnumSet.of(now) : states, read);
  }

  /** Whether it is there for sure, and will be. */
  boolean stays() {
    return sure && now == State.ALIVE && life != Life.SHORT;
  }

  /** What its end leaves of them, and makes of them: who has ended is told of as deleted. */
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
