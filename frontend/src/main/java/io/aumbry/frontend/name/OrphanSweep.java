package io.aumbry.frontend.name;

import io.aumbry.frontend.name.LeaseSweep.Step;
import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.BlobPages;
import io.aumbry.router.Router;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences the leases of processes that no longer renew them, and carries out their sweeps. One
 * thread calls {@link #round} again and again. An error ends a round and keeps all blobs; the next
 * round continues.
 */
final class OrphanSweep {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);
  private static final double MILLIS_PER_SECOND = 1e3;

  /** A claim lasts for this number of rounds. */
  private static final int CLAIM = 5;

  private final String process;
  private final Catalog catalog;
  private final Router router;
  private final BlobPages blobs;
  private final NamesConfig config;
  private final Time time;
  private final LeaseExpiry expiry;
  private final Map<String, LeaseSweep> sweeps = new HashMap<>();
  private final Counter deleted;
  private volatile List<FencedLease> fenced = List.of();

  /** The catalog, as far as a sweep uses it. */
  record Catalog(WriterRegistry registry, NamedIds names) {}

  /**
   * Prepares sweeps.
   *
   * @param process names the claims of this process
   */
  <R extends Router & BlobPages> OrphanSweep(
      String process, Catalog catalog, R router, NamesConfig config, Environment environment) {
    this.process = process;
    this.catalog = catalog;
    this.router = router;
    this.blobs = router;
    this.config = config;
    this.time = environment.time();
    this.expiry = new LeaseExpiry(config.lease().expiry(), time);
    Metrics metrics = environment.metrics();
    this.deleted =
        metrics.counter(
            "aumbry_frontend_orphans_deleted_total",
            "Blobs deleted because the process that stored them ended before it committed a name");
    metrics.gauge(
        "aumbry_frontend_sweep_leases",
        "Fenced writer leases in the catalog, each of which waits for its sweep",
        () -> fenced.size());
    metrics.gauge(
        "aumbry_frontend_sweep_age_seconds",
        "Time since the oldest of these leases was fenced. A sweep begins a day after that",
        () -> age() / MILLIS_PER_SECOND);
  }

  private double age() {
    long now = time.wallMillis();
    return fenced.stream().mapToLong(lease -> now - lease.fencedAtMillis()).max().orElse(0);
  }

  /** Does all that is due. */
  void round(UpkeepPace pace) {
    try {
      fenceExpired(pace);
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.CATALOG_UNAVAILABLE) {
        expiry.restart();
      }
      throw e;
    }
    sweepAll(pace);
  }

  private void fenceExpired(UpkeepPace pace) {
    WriterRegistry registry = catalog.registry();
    expiry
        .expired(registry.renewals(pace.context()))
        .forEach((writer, renewedMillis) ->
            registry.fenceExpired(writer, renewedMillis, time.wallMillis(), pace.context()));
  }

  private void sweepAll(UpkeepPace pace) {
    List<FencedLease> all = catalog.registry().fenced(pace.context());
    fenced = List.copyOf(all);
    Set<String> writers = all.stream().map(FencedLease::writer).collect(Collectors.toSet());
    sweeps.keySet().retainAll(writers);
    for (FencedLease lease : all) {
      if (claim(lease.writer(), pace)) {
        run(sweeps.computeIfAbsent(lease.writer(), _ -> begin(lease)), lease.writer(), pace);
      } else {
        sweeps.remove(lease.writer());
      }
    }
  }

  private LeaseSweep begin(FencedLease lease) {
    LOG.atInfo()
        .addKeyValue("writer", lease.writer())
        .log("A writer ended without closing its lease; a sweep will look for its blobs");
    return new LeaseSweep(lease, blobs::allPartitions, config);
  }

  private boolean claim(String writer, UpkeepPace pace) {
    long now = time.wallMillis();
    long until = now + config.sweep().period().multipliedBy(CLAIM).toMillis();
    return catalog.registry().claim(writer, process, now, until, pace.context());
  }

  private void run(LeaseSweep sweep, String writer, UpkeepPace pace) {
    for (int steps = 1; ; steps++) {
      switch (sweep.next(time.wallMillis())) {
        case Step.Wait _ -> {
          return;
        }
        case Step.ListPage(int partition, var range) ->
            sweep.listed(
                blobs.page(partition, new Compare.Named(range, BlobPage.MAX_IDS), pace.context()));
        case Step.Look(var ids) -> look(sweep, ids, pace);
        case Step.Delete(BlobId id) -> {
          if (!delete(id, writer, pace)) {
            sweeps.remove(writer);
            return;
          }
          sweep.deleted(id, time.wallMillis());
        }
        case Step.Done _ -> {
          catalog.registry().drop(writer, pace.context());
          sweeps.remove(writer);
          return;
        }
      }
      pace.rest();
      if (steps % pace.restsIn(config.sweep().period()) == 0 && !claim(writer, pace)) {
        return;
      }
    }
  }

  private void look(LeaseSweep sweep, List<BlobId> ids, UpkeepPace pace) {
    // In this order: an upload that ends in between has a name that the look finds.
    OptionalLong oldestOpen = catalog.registry().oldestOpen(pace.context());
    Set<BlobId> named = catalog.names().among(ids, pace.context());
    sweep.looked(oldestOpen, named, time.wallMillis());
  }

  /**
   * Deletes a blob. If a quorum denies it, its only holder may not have been reached, and the sweep
   * begins again: the blob is gone when no replica lists it.
   *
   * @return whether the sweep goes on
   */
  private boolean delete(BlobId id, String writer, UpkeepPace pace) {
    if (router.delete(id, pace.context()) instanceof NodeResponse.Missing(var absence, _)
        && absence == Absence.NOT_FOUND) {
      LOG.atInfo()
          .addKeyValue("writer", writer)
          .addKeyValue("blob", id)
          .log("A listed blob was not found; the sweep begins again");
      return false;
    }
    deleted.increment();
    LOG.atInfo()
        .addKeyValue("writer", writer)
        .addKeyValue("blob", id)
        .log("Deleted a blob that has no name");
    return true;
  }
}
