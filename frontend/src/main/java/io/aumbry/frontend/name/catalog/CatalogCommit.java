package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.name.NameCommit;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Commits the name of a blob to the catalog.
 *
 * @param random makes the id of the version unique
 */
public record CatalogCommit(BlobName name, Put.Mode mode, NameStore names, RandomGenerator random)
    implements NameCommit<CatalogCommit.Named> {
  /** Limit of one call. An upload may last longer. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Errors of changes that were not started or were refused. */
  private static final Set<ErrorCode> REFUSALS =
      Set.of(
          ErrorCode.OVERLOADED,
          ErrorCode.CLIENT_GONE,
          ErrorCode.BAD_REQUEST,
          ErrorCode.CONFLICT,
          ErrorCode.UNAUTHORIZED,
          ErrorCode.FORBIDDEN);

  /** A blob that got its name. */
  public record Named(StoredBlob blob) {}

  @Override
  public Verdict<Named> commit(StoredBlob blob, String writer, RequestContext context) {
    Put put =
        new Put(
            name,
            content(blob),
            mode,
            writer,
            context.carrier().time().wallMillis(),
            random.nextLong());
    Put.Result result;
    try {
      result = names.apply(put, limited(context));
    } catch (AumbryException e) {
      return failed(e);
    }
    return switch (result) {
      case Put.Stored _ -> new Verdict.Committed<>(new Named(blob));
      case Put.Exists _ -> new Verdict.Refused<>(exists());
      case Put.WriterFenced _ -> new Verdict.Refused<>(fenced());
    };
  }

  private AumbryException exists() {
    return new AumbryException(ErrorCode.CONFLICT, "The name " + name.key() + " exists");
  }

  static AumbryException fenced() {
    return new AumbryException(
        ErrorCode.CATALOG_UNAVAILABLE, "The writer lease of this frontend was fenced");
  }

  static <R> Verdict<R> failed(AumbryException e) {
    return REFUSALS.contains(e.code()) ? new Verdict.Refused<>(e) : new Verdict.Unknown<>(e);
  }

  @Override
  public Verdict<Named> ask(StoredBlob blob, String writer, RequestContext context) {
    return asked(names, blob, writer, context).committed()
        ? new Verdict.Committed<>(new Named(blob))
        : new Verdict.Refused<>(notCommitted());
  }

  static WriterCommand.Answer asked(
      NameStore names, StoredBlob blob, String writer, RequestContext context) {
    return names.apply(new WriterCommand.Ask(writer, blob.id()), limited(context));
  }

  static AumbryException notCommitted() {
    return new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "The name was not committed");
  }

  static RequestContext limited(RequestContext context) {
    Deadline limit = Deadline.after(LIMIT, context.carrier().time());
    return context.withDeadline(context.deadline().earlierOf(limit));
  }

  static NameVersion.Content content(StoredBlob blob) {
    BlobProperties properties = blob.properties();
    return new NameVersion.Content(blob.id(), properties.size(), properties.expiryMillis());
  }
}
