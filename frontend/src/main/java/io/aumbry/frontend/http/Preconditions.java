package io.aumbry.frontend.http;

import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The conditions of one request, evaluated in the order of RFC 9110, 13.2.2. They count only where
 * the answer would be a success without them; that is for the caller to know first.
 */
public final class Preconditions {
  private final HttpHeaders headers;
  private final boolean reads;
  private final long nowMillis;

  /** What to do with the request. */
  public enum Verdict {
    PROCEED,
    /** 304: the client has it already. */
    NOT_MODIFIED,
    /** 412. */
    FAILED
  }

  /**
   * The conditions in {@code headers}.
   *
   * @param reads whether the method is GET or HEAD
   * @param nowMillis since 1970, for years of two digits
   */
  public Preconditions(HttpHeaders headers, boolean reads, long nowMillis) {
    this.headers = headers;
    this.reads = reads;
    this.nowMillis = nowMillis;
  }

  /**
   * Whether something other than {@link Verdict#PROCEED} can come of them, as far as the tag alone
   * tells. Then it pays to look at the resource before its content is asked for.
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
   * Whether a range is to be honoured: there is no {@code If-Range}, or it names just this state.
   * The tag must match strongly, the date exactly.
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

  /** What {@link #allowsRange} says where it does not depend on the date. */
  public boolean allowsTaggedRange(String entityTag) {
    return headers.first("if-range").map(text -> text.strip().equals(entityTag)).orElse(true);
  }

  /** Whether the answer of {@link #allowsRange} depends on when the resource was modified. */
  public boolean rangeNeedsDate() {
    return headers.first("if-range").filter(text -> !isTag(text.strip())).isPresent();
  }

  private static boolean isTag(String text) {
    return text.startsWith("\"") || text.startsWith("W/");
  }

  private Verdict forKnown() {
    return reads ? Verdict.NOT_MODIFIED : Verdict.FAILED;
  }

  /** Whether the resource is as old as the date in a field, or {@code otherwise} without a date. */
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
