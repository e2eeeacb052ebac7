package io.aumbry.bench.catalog;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The calls of one caller. Each wrong result ends the benchmark. */
abstract sealed class NameTurns implements CallerPhase.Turns {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  final SqlNames names;
  final BenchNames set;
  final SplittableRandom random;
  private final Carrier carrier;
  private long verified;

  NameTurns(SqlNames names, BenchNames set, Carrier carrier, SplittableRandom random) {
    this.names = names;
    this.set = set;
    this.carrier = carrier;
    this.random = random;
  }

  /** Commits the names from a counter up to a limit. */
  static final class Commits extends NameTurns {
    private final AtomicLong next;
    private final long limit;

    Commits(NameTurns.Caller caller, AtomicLong next, long limit) {
      super(caller.names(), caller.set(), caller.carrier(), caller.random());
      this.next = next;
      this.limit = limit;
    }

    @Override
    public long take(long n) {
      long number = next.getAndIncrement();
      if (number >= limit) {
        return -1;
      }
      NameChange.Put.Result result = names.apply(set.put(number, random), context());
      if (!(result instanceof NameChange.Put.Stored)) {
        throw new IllegalStateException("name " + number + " was not stored: " + result);
      }
      return confirm();
    }
  }

  /** Looks random names up. */
  static final class Lookups extends NameTurns {
    private final int count;

    Lookups(NameTurns.Caller caller, int count) {
      super(caller.names(), caller.set(), caller.carrier(), caller.random());
      this.count = count;
    }

    @Override
    public long take(long n) {
      long number = random.nextInt(count);
      NameLookup result = names.find(set.name(number), context());
      if (!(result instanceof NameLookup.Live)) {
        throw new IllegalStateException("name " + number + " was not found: " + result);
      }
      return confirm();
    }
  }

  /** The parts of a caller. */
  record Caller(SqlNames names, BenchNames set, Carrier carrier, SplittableRandom random) {}

  final RequestContext context() {
    return new RequestContext("bench", carrier, Deadline.after(PATIENCE, carrier.time()));
  }

  final long confirm() {
    verified++;
    return 1;
  }

  /** Each call has parked the thread. */
  @Override
  public void rest() {}

  @Override
  public long verified() {
    return verified;
  }

  @Override
  public void close() {}
}
