package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.command.WriterCommand.Standing;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.frontend.name.FencedLease;
import io.aumbry.frontend.name.WriterRegistry;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The writer leases in the catalog. */
public final class CatalogLeases implements WriterRegistry {
  private final NameStore names;

  public CatalogLeases(NameStore names) {
    this.names = names;
  }

  @Override
  public void open(String writer, Duration transferLimit, long nowMillis, RequestContext context) {
    names.apply(new WriterCommand.Open(writer, transferLimit, nowMillis), context);
  }

  @Override
  public boolean renew(
      String writer, long cleanUntilMillis, long nowMillis, RequestContext context) {
    Standing standing =
        names.apply(new WriterCommand.Renew(writer, cleanUntilMillis, nowMillis), context);
    return switch (standing) {
      case Standing.Known(WriterRecord lease) -> lease.state() == WriterRecord.State.OPEN;
      case Standing.Unknown _ -> false;
    };
  }

  @Override
  public void close(String writer, RequestContext context) {
    names.apply(new WriterCommand.Close(writer, context.carrier().time().wallMillis()), context);
    names.apply(new WriterCommand.Forget(writer), context);
  }

  @Override
  public void fence(String writer, long nowMillis, RequestContext context) {
    fenceExpired(writer, Long.MAX_VALUE, nowMillis, context);
  }

  @Override
  public Map<String, Long> renewals(RequestContext context) {
    return names.writers(context).stream()
        .filter(lease -> lease.state() == WriterRecord.State.OPEN)
        .collect(Collectors.toMap(WriterRecord::writer, WriterRecord::renewedMillis));
  }

  @Override
  public void fenceExpired(
      String writer, long renewedMillis, long nowMillis, RequestContext context) {
    names.apply(new WriterCommand.Fence(writer, renewedMillis, nowMillis), context);
  }

  @Override
  public List<FencedLease> fenced(RequestContext context) {
    return names.writers(context).stream()
        .filter(lease -> lease.state() == WriterRecord.State.FENCED)
        .map(CatalogLeases::fenced)
        .toList();
  }

  private static FencedLease fenced(WriterRecord lease) {
    return new FencedLease(
        lease.writer(),
        lease.cleanUntilMillis(),
        lease.renewedMillis(),
        lease.endedMillis(),
        lease.transferLimit());
  }

  @Override
  public OptionalLong oldestOpen(RequestContext context) {
    return names.writers(context).stream()
        .filter(lease -> lease.state() == WriterRecord.State.OPEN)
        .mapToLong(WriterRecord::cleanUntilMillis)
        .min();
  }

  @Override
  public Optional<String> firstOpen(RequestContext context) {
    return names.writers(context).stream()
        .filter(lease -> lease.state() == WriterRecord.State.OPEN)
        .map(WriterRecord::writer)
        .min(Comparator.naturalOrder());
  }

  @Override
  public boolean claim(
      String writer, String claimant, long nowMillis, long untilMillis, RequestContext context) {
    return names.apply(new WriterCommand.Claim(writer, claimant, nowMillis, untilMillis), context);
  }

  @Override
  public void drop(String writer, RequestContext context) {
    names.apply(new WriterCommand.Forget(writer), context);
  }
}
