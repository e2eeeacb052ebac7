package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.bench.store.engine.StoreCaller;

/** Appends blobs that no other caller appends. */
final class AppendTurns implements CallerPhase.Turns {
  private final StoreCaller store;
  private final Blobs blobs;
  private final long first;
  private final long step;
  private final long end;
  private long appended;

  /** Uses the numbers {@code first}, {@code first + step} and so on, below {@code end}. */
  AppendTurns(StoreCaller store, Blobs blobs, long first, long step, long end) {
    this.store = store;
    this.blobs = blobs;
    this.first = first;
    this.step = step;
    this.end = end;
  }

  @Override
  public long take(long n) {
    long number = number(n);
    if (number >= end) {
      return -1;
    }
    store.append(blobs.id(number), blobs.content(number));
    appended = n + 1;
    return blobs.size();
  }

  /** The number of appended blobs. */
  long appended() {
    return appended;
  }

  /** The number of the blob that turn {@code n} appended. */
  long number(long n) {
    return first + n * step;
  }

  @Override
  public void rest() {
    store.endTurn();
  }

  @Override
  public long verified() {
    return 0;
  }

  @Override
  public void close() {
    store.close();
  }
}
