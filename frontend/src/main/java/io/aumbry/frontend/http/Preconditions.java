package io.aumbry.frontend.http;

import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The preconditions of a request, in the order of RFC 9110, 13.2.2. They apply only to requests
 * that would otherwise succeed, which the caller must establish first.
 */
public final class Preconditions {
  private final HttpHeaders headers;
  private final boolean reads;
  private final long nowMillis;

  public enum Verdict {
    PROCEED,
    /** 304: the client has this version. */
    NOT_MODIFIED,
    FAILED
  }

  /**
   * Reads the conditional fields of a request.
   *
   * @param reads whether the method is GET or HEAD
   * @param nowMillis since 1970, to resolve years of two digits
   */
  public Preconditions(HttpHeaders headers, boolean reads, long nowMillis) {
    this.headers = headers;
    this.reads = reads;
    this.nowMillis = nowMillis;
  }

  /**
   * Whether the verdict may differ from {@link Verdict#PROCEED}, as far as the tag alone tells. If
   * so, the caller should read the properties before the content.
   */
  public boolean mayStop(String entityTag) {
    List<String> match = fields("if-match");
    if (match.isEmpty() ? has("if-unmodified-since") : !EntityTag.isIn(match, entityTag, true)) {
      return true;
    }
    List<String> noneMatch = fields("if-none-match");
    return noneMatch.isEmpty()
        ? reads && has("if-modified-since")
        : EntityTag.isIn(noneMatch, entityTag, false);
  }

  public Verdict verdict(Validators current) {
    List<String> match = fields("if-match");
    boolean unchanged =
        match.isEmpty()
            ? isNotAfter(current, "if-unmodified-since", true)
            : EntityTag.isIn(match, current.entityTag(), true);
    if (!unchanged) {
      return Verdict.FAILED;
    }
    List<String> noneMatch = fields("if-none-match");
    if (!noneMatch.isEmpty()) {
      boolean known = EntityTag.isIn(noneMatch, current.entityTag(), false);
      return known ? forKnown() : Verdict.PROCEED;
    }
    boolean known = reads && isNotAfter(current, "if-modified-since", false);
    return known ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
  }

  /**
   * Whether to honour a range: there is no {@code If-Range}, or it matches. A tag must match
   * strongly and a date exactly.
   */
  public boolean allowsRange(Validators current) {
    Optional<String> condition = headers.first("if-range");
    if (condition.isEmpty()) {
      return true;
    }
    String text = condition.get().strip();
    if (isTag(text)) {
      return text.equals(current.entityTag());
    }
    OptionalLong date = HttpDate.parse(text, nowMillis);
    return date.isPresent() && date.getAsLong() == current.lastModified();
  }

  /** As {@link #allowsRange}, if {@link #rangeNeedsDate} is false. */
  public boolean allowsTaggedRange(String entityTag) {
    return headers.first("if-range").map(text -> text.strip().equals(entityTag)).orElse(true);
  }

  public boolean rangeNeedsDate() {
    return headers.first("if-range").filter(text -> !isTag(text.strip())).isPresent();
  }

  private static boolean isTag(String text) {
    return text.startsWith("\"") || text.startsWith("W/");
  }

  private Verdict forKnown() {
    return reads ? Verdict.NOT_MODIFIED : Verdict.FAILED;
  }

  /**
   * Whether the resource has not changed since the date in a field; {@code otherwise} without a
   * valid date.
   */
  private boolean isNotAfter(Validators current, String field, boolean otherwise) {
    Optional<String> text = headers.first(field);
    if (text.isEmpty()) {
      return otherwise;
    }
    OptionalLong date = HttpDate.parse(text.get().strip(), nowMillis);
    return date.isPresent() ? current.lastModified() <= date.getAsLong() : otherwise;
  }

  private boolean has(String field) {
    return headers.first(field).isPresent();
  }

  private List<String> fields(String name) {
    return has(name) ? headers.all(name) : List.of();
  }
}
