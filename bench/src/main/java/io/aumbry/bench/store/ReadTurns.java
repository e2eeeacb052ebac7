package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.bench.store.engine.StoreCaller;
import java.util.function.LongUnaryOperator;

/** Reads blobs. It compares some byte by byte, and the length of the others. */
final class ReadTurns implements CallerPhase.Turns {
  /** In place of a blob's number: nothing is left to read. */
  static final long END = -1;

  private final StoreCaller store;
  private final Blobs blobs;
  private final LongUnaryOperator numbers;
  private final int every;
  private long verified;

  /**
   * @param numbers the blob of each turn
   * @param every one of this number of turns is compared
   */
  ReadTurns(StoreCaller store, Blobs blobs, LongUnaryOperator numbers, int every) {
    this.store = store;
    this.blobs = blobs;
    this.numbers = numbers;
    this.every = every;
  }

  @Override
  public long take(long n) {
    long number = numbers.applyAsLong(n);
    if (number == END) {
      return -1;
    }
    Blobs.Proof proof = blobs.new Proof(number, n % every == 0);
    store.read(blobs.id(number), proof::accept);
    verified += proof.finish();
    return blobs.size();
  }

  @Override
  public void rest() {
    store.endTurn();
  }

  @Override
  public long verified() {
    return verified;
  }

  @Override
  public void close() {
    store.close();
  }
}
