package io.aumbry.tests.cluster;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A blob of {@link GeoLoad}, and what has become of it; of one thread until the load has ended. */
final class GeoBlob {
  private final String path;
  private final int home;
  private final long seed;
  private final int size;
  private final boolean ends;

  /** All states it has been in, the last one included. */
  private final Set<State> states = EnumSet.of(State.ALIVE);

  private State now = State.ALIVE;
  private int changedIn;
  private boolean sure = true;

  enum State {
    ALIVE,
    DELETED
  }

  /**
   * One that was put.
   *
   * @param home the data centre where it was
   * @param ends whether it has a time to live
   */
  GeoBlob(String path, int home, long seed, int size, boolean ends) {
    this.path = path;
    this.home = home;
    this.seed = seed;
    this.size = size;
    this.ends = ends;
    this.changedIn = home;
  }

  static byte[] content(long seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  String path() {
    return path;
  }

  int home() {
    return home;
  }

  boolean ends() {
    return ends;
  }

  byte[] content() {
    return content(seed, size);
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

  /** As what a data centre may show it: the one of the last change as that left it. */
  List<State> mayBe(int place) {
    return sure && place == changedIn ? List.of(now) : List.copyOf(states);
  }

  /** As what all may show it in the end. */
  List<State> mayEndAs() {
    return sure ? List.of(now) : List.copyOf(states);
  }

  @Override
  public String toString() {
    return "%s of %d bytes from %d, %s in %d%s, has been %s"
        .formatted(path, size, home, now, changedIn, sure ? "" : " or not", states);
  }
}
