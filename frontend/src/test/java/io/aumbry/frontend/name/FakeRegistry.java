package io.aumbry.frontend.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Writer leases in memory. */
final class FakeRegistry implements WriterRegistry {
  /** Clean times of open leases. */
  final Map<String, Long> open = new LinkedHashMap<>();

  final Map<String, FencedLease> fenced = new LinkedHashMap<>();
  private final Map<String, Duration> limits = new LinkedHashMap<>();
  private final Map<String, Long> renewed = new LinkedHashMap<>();
  boolean isDown;

  private void require() {
    if (isDown) {
      throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "as ordered");
    }
  }

  String only() {
    if (open.size() != 1) {
      throw new AssertionError("open are " + open);
    }
    return open.keySet().iterator().next();
  }

  /** Renews all open leases with their clean times. */
  void renewAll(long now) {
    open.keySet().forEach(writer -> renewed.put(writer, now));
  }

  /** The clean time of a fenced lease. */
  long cleanUntil(String writer) {
    return Optional.ofNullable(fenced.get(writer)).orElseThrow().cleanUntilMillis();
  }

  /** The last renewal of a fenced lease. */
  long renewedMillis(String writer) {
    return Optional.ofNullable(fenced.get(writer)).orElseThrow().renewedMillis();
  }

  @Override
  public void open(String writer, Duration limit, long now, RequestContext context) {
    require();
    open.put(writer, now);
    limits.put(writer, limit);
    renewed.put(writer, now);
  }

  @Override
  public boolean renew(String writer, long cleanUntil, long now, RequestContext context) {
    require();
    renewed.put(writer, now);
    return open.computeIfPresent(writer, (_, _) -> cleanUntil) != null;
  }

  @Override
  public void close(String writer, RequestContext context) {
    require();
    open.remove(writer);
  }

  @Override
  public void fence(String writer, long now, RequestContext context) {
    require();
    Long cleanUntil = open.remove(writer);
    if (cleanUntil != null) {
      Duration limit = limits.getOrDefault(writer, Duration.ZERO);
      long renewal = renewed.getOrDefault(writer, 0L);
      fenced.put(writer, new FencedLease(writer, cleanUntil, renewal, now, limit));
    }
  }

  @Override
  public Map<String, Long> renewals(RequestContext context) {
    require();
    return open.keySet().stream()
        .collect(Collectors.toMap(writer -> writer, writer -> renewed.getOrDefault(writer, 0L)));
  }

  @Override
  public void fenceExpired(String writer, long renewedMillis, long now, RequestContext context) {
    if (renewed.getOrDefault(writer, 0L) <= renewedMillis) {
      fence(writer, now, context);
    }
  }

  @Override
  public List<FencedLease> fenced(RequestContext context) {
    require();
    return List.copyOf(fenced.values());
  }

  @Override
  public OptionalLong oldestOpen(RequestContext context) {
    require();
    return open.values().stream().mapToLong(Long::longValue).min();
  }

  @Override
  public Optional<String> firstOpen(RequestContext context) {
    require();
    return open.keySet().stream().min(Comparator.naturalOrder());
  }

  @Override
  public boolean claim(
      String writer, String claimant, long now, long until, RequestContext context) {
    require();
    return true;
  }

  @Override
  public void drop(String writer, RequestContext context) {
    require();
    fenced.remove(writer);
  }
}
