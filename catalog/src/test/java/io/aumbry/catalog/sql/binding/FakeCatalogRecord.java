package io.aumbry.catalog.sql.binding;

import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The record of a cluster in memory. */
final class FakeCatalogRecord implements CatalogRecord {
  final AtomicReference<String> identity = new AtomicReference<>("");
  final AtomicInteger asked = new AtomicInteger();
  volatile boolean silent;

  /** Runs once, before the next answer about the recorded identity. */
  final AtomicReference<Runnable> beforeAnswer = new AtomicReference<>(() -> {});

  private final String cluster;

  FakeCatalogRecord(String cluster) {
    this.cluster = cluster;
  }

  @Override
  public String cluster() {
    return cluster;
  }

  @Override
  public Optional<String> recorded() {
    asked.incrementAndGet();
    beforeAnswer.getAndSet(() -> {}).run();
    if (silent) {
      throw new AumbryException(ErrorCode.CONNECTION_LOST, "no answer");
    }
    return Optional.of(identity.get()).filter(text -> !text.isEmpty());
  }

  @Override
  public String record(String wanted) {
    identity.compareAndSet("", wanted);
    return identity.get();
  }
}
