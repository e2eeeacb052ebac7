package io.aumbry.frontend.name;

import io.aumbry.frontend.name.NameCommit.Verdict;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploads a blob to a name: stores it, durable, and then commits the name. If the commit is
 * refused, the blob is deleted in the background. If its outcome is unknown, the catalog is asked
 * for it, in the background once the client has been answered. A blob that may exist without a name
 * for longer is left to a sweep.
 */
public final class NamedUpload {
  private static final Logger LOG = LoggerFactory.getLogger(NamedUpload.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int DELETES = 5;

  private final Router router;
  private final LeaseKeeper leases;
  private final NamesConfig.Lease config;
  private final AtomicInteger unresolved = new AtomicInteger();
  private final Counter committed;
  private final Counter refused;
  private final Counter unknown;
  private final Counter abandoned;

  public NamedUpload(Router router, LeaseKeeper leases, NamesConfig config, Metrics metrics) {
    this.router = router;
    this.leases = leases;
    this.config = config.lease();
    Family<Counter> commits =
        metrics.counters(
            "aumbry_frontend_name_commits_total",
            "Commits of names. Outcomes: committed, refused, unknown (when the client was"
                + " answered), abandoned (left to a sweep)",
            "outcome");
    this.committed = commits.of("committed");
    this.refused = commits.of("refused");
    this.unknown = commits.of("unknown");
    this.abandoned = commits.of("abandoned");
    metrics.gauge(
        "aumbry_frontend_names_unresolved",
        "Uploads to a name whose client was answered and whose blob still waits for the outcome of"
            + " the commit or for its delete",
        unresolved::get);
  }

  /**
   * Stores a blob and commits its name.
   *
   * @param body read to its end, but not closed
   * @throws AumbryException as {@link Router#put} and the reason of {@link Verdict.Refused}, or
   *     {@code CATALOG_UNAVAILABLE} if no upload may begin, or {@code OUTCOME_UNKNOWN}
   */
  public <R> R store(Upload upload, ByteSource body, NameCommit<R> names, RequestContext context) {
    WriterLease.Use use = leases.begin();
    boolean isStored = false;
    try {
      StoredBlob blob =
          router.put(upload.withPolicy(upload.policy().forName(use.untilMillis())), body, context);
      isStored = true;
      return commit(new Commit<>(blob, names, use), context);
    } finally {
      if (!isStored) {
        use.end();
      }
    }
  }

  private record Commit<R>(StoredBlob blob, NameCommit<R> names, WriterLease.Use use) {
    Verdict<R> commit(RequestContext context) {
      try {
        return names.commit(blob, use.writer(), context);
      } catch (AumbryException e) {
        return new Verdict.Unknown<>(e);
      }
    }

    Verdict<R> ask(RequestContext context) {
      try {
        return names.ask(blob, use.writer(), context);
      } catch (AumbryException e) {
        return new Verdict.Unknown<>(e);
      }
    }
  }

  private <R> R commit(Commit<R> commit, RequestContext context) {
    boolean isDecided = false;
    try {
      Verdict<R> verdict = decided(commit, commit.commit(context), config.asking(), context);
      isDecided = true;
      return switch (verdict) {
        case Verdict.Committed<R>(R result) -> {
          committed.increment();
          commit.use().end();
          yield result;
        }
        case Verdict.Refused<R>(AumbryException reason) -> {
          refused.increment();
          inBackground(context, () -> delete(commit, context));
          throw reason;
        }
        case Verdict.Unknown<R>(AumbryException reason) -> {
          unknown.increment();
          inBackground(context, () -> resolve(commit, context));
          throw new AumbryException(
              ErrorCode.OUTCOME_UNKNOWN,
              "It is not known whether the name was committed: " + reason.getMessage(),
              reason);
        }
      };
    } finally {
      if (!isDecided) {
        leave(commit);
      }
    }
  }

  /** Asks until the outcome is known or {@code patience} ends. */
  private <R> Verdict<R> decided(
      Commit<R> commit, Verdict<R> first, Duration patience, RequestContext context) {
    Deadline limit = Deadline.after(patience, context.carrier().time());
    Verdict<R> verdict = first;
    Duration pause = FIRST_PAUSE;
    while (verdict instanceof Verdict.Unknown<R>
        && !context.claimant().isGone()
        && !limit.hasPassed(context.carrier().time())) {
      verdict = commit.ask(own(context));
      if (verdict instanceof Verdict.Unknown<R>) {
        sleep(pause, context.carrier());
        pause = longer(pause);
      }
    }
    return verdict;
  }

  private static Duration longer(Duration pause) {
    Duration next = pause.multipliedBy(2);
    return next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
  }

  private static void sleep(Duration span, Carrier carrier) {
    new Mailbox<Boolean>().take(Deadline.after(span, carrier.time()), carrier);
  }

  /** A client that leaves must not end the question. */
  private static RequestContext own(RequestContext context) {
    Carrier carrier = context.carrier();
    return new RequestContext(context.requestId(), carrier, Deadline.after(LIMIT, carrier.time()));
  }

  private void inBackground(RequestContext context, Runnable work) {
    unresolved.incrementAndGet();
    context
        .carrier()
        .start(
            "named-blob",
            () -> {
              try {
                work.run();
              } finally {
                unresolved.decrementAndGet();
              }
            });
  }

  private <R> void resolve(Commit<R> commit, RequestContext client) {
    RequestContext context = own(client);
    switch (decided(commit, commit.ask(context), config.resolving(), context)) {
      case Verdict.Committed<R> _ -> commit.use().end();
      case Verdict.Refused<R> _ -> delete(commit, context);
      case Verdict.Unknown<R> _ -> leave(commit);
    }
  }

  private void delete(Commit<?> commit, RequestContext client) {
    BlobId id = commit.blob().id();
    Duration pause = FIRST_PAUSE;
    for (int attempt = 1; attempt <= DELETES; attempt++) {
      try {
        router.delete(id, own(client));
        commit.use().end();
        return;
      } catch (AumbryException e) {
        LOG.atDebug().addKeyValue("blob", id).log("A blob without a name was not deleted: {}", e);
        sleep(pause, client.carrier());
        pause = longer(pause.multipliedBy(2));
      }
    }
    leave(commit);
  }

  private void leave(Commit<?> commit) {
    abandoned.increment();
    commit.use().abandon();
    LOG.atWarn()
        .addKeyValue("blob", commit.blob().id())
        .log("A blob that may have no name is left to a sweep");
  }
}
