package io.aumbry.tests.simulation.catalog;

import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.command.WriterCommand.Standing;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.catalog.name.WriterRecord.State;
import io.aumbry.protocol.blob.BlobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The writer leases of {@link NameTables}. */
final class WriterLeases implements WriterCommand.Handler<RuntimeException> {
  private final Function<BlobId, WriterCommand.Answer> answers;
  private final Map<String, WriterRecord> leases = new TreeMap<>();
  private final Map<String, Sweep> sweeps = new HashMap<>();

  /** A claim of the sweep after a lease. */
  private record Sweep(String claimant, long untilMillis) {}

  WriterLeases(Function<BlobId, WriterCommand.Answer> answers) {
    this.answers = answers;
  }

  List<WriterRecord> all() {
    return List.copyOf(leases.values());
  }

  Set<String> open() {
    return leases.values().stream()
        .filter(lease -> lease.state() == State.OPEN)
        .map(WriterRecord::writer)
        .collect(Collectors.toSet());
  }

  private Standing standing(String writer) {
    return Optional.ofNullable(leases.get(writer))
        .<Standing>map(Standing.Known::new)
        .orElseGet(Standing.Unknown::new);
  }

  /** Changes a lease if it is open. */
  private Standing change(String writer, UnaryOperator<WriterRecord> change) {
    leases.computeIfPresent(
        writer, (_, lease) -> lease.state() == State.OPEN ? change.apply(lease) : lease);
    return standing(writer);
  }

  @Override
  public Standing open(WriterCommand.Open open) {
    long now = open.nowMillis();
    leases.putIfAbsent(
        open.writer(),
        new WriterRecord(open.writer(), State.OPEN, now, now, open.transferLimit(), 0));
    return standing(open.writer());
  }

  @Override
  public Standing renew(WriterCommand.Renew renew) {
    return change(
        renew.writer(),
        lease ->
            renew.nowMillis() < lease.renewedMillis()
                ? lease
                : new WriterRecord(
                    lease.writer(),
                    State.OPEN,
                    renew.cleanUntilMillis(),
                    renew.nowMillis(),
                    lease.transferLimit(),
                    0));
  }

  @Override
  public Standing close(WriterCommand.Close close) {
    return change(close.writer(), lease -> ended(lease, State.CLOSED, close.nowMillis()));
  }

  @Override
  public Standing fence(WriterCommand.Fence fence) {
    return change(
        fence.writer(),
        lease ->
            lease.renewedMillis() <= fence.renewedMillis()
                ? ended(lease, State.FENCED, fence.nowMillis())
                : lease);
  }

  private static WriterRecord ended(WriterRecord lease, State state, long nowMillis) {
    return new WriterRecord(
        lease.writer(),
        state,
        lease.cleanUntilMillis(),
        lease.renewedMillis(),
        lease.transferLimit(),
        nowMillis);
  }

  @Override
  public Standing forget(WriterCommand.Forget forget) {
    leases.computeIfPresent(
        forget.writer(), (_, lease) -> lease.state() == State.OPEN ? lease : null);
    return standing(forget.writer());
  }

  @Override
  public boolean claim(WriterCommand.Claim claim) {
    boolean isFenced =
        Optional.ofNullable(leases.get(claim.writer()))
            .filter(lease -> lease.state() == State.FENCED)
            .isPresent();
    boolean isFree =
        Optional.ofNullable(sweeps.get(claim.writer()))
            .filter(sweep -> !sweep.claimant().equals(claim.claimant()))
            .filter(sweep -> sweep.untilMillis() > claim.nowMillis())
            .isEmpty();
    if (isFenced && isFree) {
      sweeps.put(claim.writer(), new Sweep(claim.claimant(), claim.untilMillis()));
    }
    return isFenced && isFree;
  }

  @Override
  public WriterCommand.Answer ask(WriterCommand.Ask ask) {
    return answers.apply(ask.blob());
  }
}
